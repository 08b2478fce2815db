#!/usr/bin/env python3
"""check_blocks.py ROOT: every fenced block of code in README.md and docs/*.md is part of something that is tested.

Blocks in c, cpp, cmake and fortran have to be stretches of files that the tests compile (blank lines and indentation do
not count). Lines of sh blocks have to stand in docs/programs/commands.sh: either run by it, or in a comment that says
who runs them. Other blocks (text, none) are output and formulas.
"""
import pathlib
import re
import sys

COMPILED = ["docs/programs", "examples", "tests", "ida_consistent_init", "patches"]
SUFFIXES = {"c": [".c", ".h"], "cpp": [".cpp", ".hpp", ".c", ".h"], "cmake": [".txt", ".cmake"], "fortran": [".f90"]}


def stripped(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def contains(lines, block):
    first = [k for k, line in enumerate(lines) if line == block[0]]
    return any(lines[k:k + len(block)] == block for k in first)


def sources(root, language):
    for folder in COMPILED:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES[language] and path.is_file():
                yield path


def command_lines(root):
    lines = set()
    for line in stripped((root / "docs/programs/commands.sh").read_text()):
        lines.add(line)
        elsewhere = re.match(r"# run by [^:]*: (.*)", line)
        if elsewhere:
            lines.add(elsewhere.group(1))
    return lines


def blocks(path):
    for match in re.finditer(r"^```(\w*)\n(.*?)^```", path.read_text(), re.M | re.S):
        line = path.read_text()[:match.start()].count("\n") + 1
        yield match.group(1), match.group(2), line


def main():
    root = pathlib.Path(sys.argv[1])
    cache = {}
    checked, failed = 0, []
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        for language, text, line in blocks(path):
            where = f"{path.relative_to(root)}:{line}"
            if language == "sh":
                known = command_lines(root)
                missing = [c for c in stripped(re.sub(r"\s+#.*", "", text)) if c not in known]
                failed += [f"{where}: nobody runs: {c}" for c in missing]
            elif language in SUFFIXES:
                files = cache.setdefault(language, [stripped(p.read_text()) for p in sources(root, language)])
                block = stripped(text)
                if not any(contains(lines, block) for lines in files):
                    failed.append(f"{where}: this {language} block is in no file that is compiled")
            elif language not in ("", "text", "json"):
                failed.append(f"{where}: blocks of {language} are not tested")
            checked += 1
    for line in failed:
        print(line)
    print(f"{checked} blocks, {len(failed)} untested")
    return 1 if failed or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
