#include "ida_consistent_init/report/html_parts.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {

std::string index_class(int index)
{
  constexpr int most_colours = 4;
  if (index < 0) return "unknown";
  return index > most_colours ? "i4" : support::format("i{}", index);
}

/// Colours that also differ in lightness, for readers who do not tell hues apart.
const char* html_style()
{
  return R"css(
:root { --ink: #1c2430; --paper: #ffffff; --line: #d5dae1; --soft: #f3f5f8; --good: #1a7f4b; --bad: #b3261e;
  --unknown: #c9ced6; --i0: #2b6cb0; --i1: #7fb3e0; --i2: #f2b134; --i3: #d1495b; --i4: #6b2c6f; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .88rem; }
th, td { padding: .18rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { background: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; }
.wide { overflow-x: auto; } .note { color: #5a6675; font-size: .88rem; max-width: 60rem; }
tr.moved td.change { background: #fff1cc; font-weight: 600; } tr.much td.change { background: #ffd7a8; }
.status { display: inline-block; padding: .1rem .6rem; border-radius: .3rem; color: #fff; background: var(--bad); }
.status.good { background: var(--good); }
.message { border-left: 4px solid var(--bad); background: var(--soft); padding: .6rem .9rem; max-width: 60rem; }
.message.good { border-color: var(--good); }
dl { display: grid; grid-template-columns: max-content auto; gap: .15rem 1.2rem; margin: .8rem 0; }
dt { color: #5a6675; } dd { margin: 0; }
.badge { display: inline-block; min-width: 1.4em; text-align: center; border-radius: .25rem; padding: 0 .25em; }
.badge.unknown { background: var(--unknown); } .badge.i0 { background: var(--i0); color: #fff; }
.badge.i1 { background: var(--i1); } .badge.i2 { background: var(--i2); }
.badge.i3 { background: var(--i3); color: #fff; } .badge.i4 { background: var(--i4); color: #fff; }
svg { display: block; max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); }
svg text { fill: #1c2430; font-family: system-ui, sans-serif; }
rect.unknown { fill: var(--unknown); } rect.i0 { fill: var(--i0); } rect.i1 { fill: var(--i1); }
rect.i2 { fill: var(--i2); } rect.i3 { fill: var(--i3); } rect.i4 { fill: var(--i4); }
.y { stroke: #1f6f8b; fill: none; } .yp { stroke: #c8553d; fill: none; } .both { stroke: #5b2a86; fill: none; }
.pale { stroke-opacity: .38; } .raster rect { fill: #1f6f8b; }
.block { fill: #f2b134; fill-opacity: .18; stroke: #a06a00; }
.curve { fill: none; stroke: #1f6f8b; stroke-width: 2; } .dot { fill: #1f6f8b; } .grid { stroke: #d5dae1; }
.key { display: inline-block; width: 1em; height: .7em; margin: 0 .3em 0 .5em; } .item { white-space: nowrap; }
details summary { cursor: pointer; margin: .5rem 0; color: #2b6cb0; }
)css";
}

}  // namespace ida_consistent_init::report
