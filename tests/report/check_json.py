"""JSON reports of the gallery against the schema in docs: solved and refused ones."""
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("The Python package jsonschema (Debian: python3-jsonschema) is not installed: the check was left out.")
    sys.exit(77)

gallery, schema_file = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

names = subprocess.run([gallery, "--list"], check=True, capture_output=True, text=True).stdout.split()
runs = [(name, "step_by_step") for name in names] + [(name, "least_squares") for name in names[:5]]
statuses = set()
failures = 0
for name, method in runs:
    run = subprocess.run([gallery, "--run", name, "--json", "--method", method], capture_output=True, text=True, timeout=60)
    report = json.loads(run.stdout)["report"]
    statuses.add(report["status_name"])
    for error in validator.iter_errors(report):
        failures += 1
        print(f"{name}, {method}: {list(error.absolute_path)}: {error.message}")
    if report["n"] != len(report["variables"]) or report["n"] != len(report["equations"]):
        failures += 1
        print(f"{name}, {method}: the tables do not have n rows")
broken = dict(report, index="three")
if validator.is_valid(broken) or validator.is_valid({key: broken[key] for key in ("status", "n")}):
    failures += 1
    print("the schema accepts what is no report")
if len(statuses) < 3:
    failures += 1
    print(f"only the statuses {statuses} were seen")
print(f"{len(runs)} reports with the statuses {sorted(statuses)}")
sys.exit(1 if failures else 0)
