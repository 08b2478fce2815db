% Octave's solvers call IDA: a stiff equation, and Robertson's problem as a differential-algebraic one from a guess that
% decic makes consistent. The last digits count.
[t, y] = ode15s (@(t, y) [y(2); 5 * (1 - y(1)^2) * y(2) - y(1)], [0, 10], [2; 0]);
printf ("%d %.15e %.15e\n", numel (t), y(end, :));
robertson = @(t, y, yp) [yp(1) + 0.04 * y(1) - 1e4 * y(2) * y(3)
                         yp(2) - 0.04 * y(1) + 1e4 * y(2) * y(3) + 3e7 * y(2)^2
                         y(1) + y(2) + y(3) - 1];
[y0, yp0] = decic (robertson, 0, [1; 0; 0.1], [1; 1; 0], [0; 0; 0], [0; 0; 0]);
[t, y] = ode15i (robertson, [0, 40], y0, yp0);
printf ("%d %.15e %.15e %.15e\n", numel (t), y(end, :));
