#!/usr/bin/env python3
"""profile_table.py BENCH_INIT [FAMILY=N ...]: where the time of IDACISolve goes, as a table in Markdown.

Samples the stack with Linux perf (software clock, so that it also runs in virtual machines). A sample belongs to the
innermost frame that says what is done; frames outside of IDACISolve do not count."""
import collections
import re
import subprocess
import sys
import tempfile

FAMILIES = ["heat=100000", "food-web=100000", "rc-network=100000", "reactions=100000", "rlc-ladder=100000",
            "rlc-grid=100000", "pipes=100000", "stokes=20000", "link-chain=100000", "link-tree=100000"]
# Kind of work: pattern of the frame, innermost match wins.
WORK = [("residual", r"bench::(Problem::residual|call_residual)"), ("Jacobian", r"bench::call_jacobian"),
        ("linear", r"^ida_consistent_init::linear::"), ("differences", r"^ida_consistent_init::(derivatives::|methods::impulse::(StageResidual|VectorJet))"),
        ("structure", r"^ida_consistent_init::structure::")]
# Part of the solution: share of the samples with such a frame anywhere; these overlap with the kinds of work.
PARTS = [("analysis", r"find_occurrence|signature_of|find_structure|take_over"), ("report", r"solver::(begin_result|collect_)"),
         ("stages", r"methods::(step_by_step|impulse::.*StageRun::solve)"),
         ("verify", r"verify::verify|StageRun::verify"), ("step search", r"DifferenceSource::search_step|StageRun::(choose_step|difference_at)")]


def stacks(data):
    """Lists of function names, innermost first, up to IDACISolve."""
    script = subprocess.run(["perf", "script", "-i", data, "-F", "ip,sym"], capture_output=True, text=True,
                            errors="replace", check=True).stdout
    for block in script.split("\n\n"):
        names = [line.split(None, 1)[1] for line in block.splitlines() if len(line.split(None, 1)) == 2]
        depth = next((k for k, name in enumerate(names) if name.startswith("IDACISolve")), None)
        if depth is not None:
            yield names[:depth]


def kind_of(stack):
    for name in stack:
        for kind, pattern in WORK:
            if re.search(pattern, name):
                return kind
    return "rest"


def row(program, family, size):
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/perf.data"
        subprocess.run(["perf", "record", "-q", "-o", data, "-F", "997", "-e", "cpu-clock", "--call-graph", "dwarf,24000",
                        program, "--families", family, "-n", size, "--max-n", size, "--repetitions", "1", "--no-peers",
                        "--no-look"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        kinds, parts, count = collections.Counter(), collections.Counter(), 0
        for stack in stacks(data):
            count += 1
            kinds[kind_of(stack)] += 1
            parts.update(part for part, pattern in PARTS if any(re.search(pattern, name) for name in stack))
    columns = [kinds[kind] for kind, _ in WORK] + [kinds["rest"]] + [parts[part] for part, _ in PARTS]
    return [family, size, str(count)] + [f"{100 * column / max(1, count):.0f}" for column in columns]


def main():
    program, families = sys.argv[1], sys.argv[2:] or FAMILIES
    titles = ["family", "n", "samples"] + [kind for kind, _ in WORK] + ["rest"] + [part for part, _ in PARTS]
    print("| " + " | ".join(titles) + " |")
    print("|---" * len(titles) + "|")
    for family in families:
        print("| " + " | ".join(row(program, *family.split("="))) + " |", flush=True)


main()
