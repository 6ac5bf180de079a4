"""Validates the output of `trellis --reflect` against its schema.

usage: check_reflection.py PROGRAM SCHEMA SHADERS [OPTION ...]

Reflects all SHADERS with the given options and validates every document. The schema names every member, so an undocumented
member or a missing one is a failure.
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema


def reflect(program, shaders, options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "--reflect", shaders, "-o", folder, *options], check=True)
        return {str(path.relative_to(folder)): json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).rglob("*.json"))}


def problems(validator, document):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(document)]


def broken(document):
    """Documents that the schema must refuse."""
    extra = copy.deepcopy(document)
    extra["module"]["surprise"] = 1
    yield "an unknown member", extra
    missing = copy.deepcopy(document)
    del missing["entry_points"][0]["stage"]
    yield "a missing member", missing
    wrong = copy.deepcopy(document)
    wrong["resources"] = [{"class": "texture"}]
    yield "a wrong value", wrong


def main():
    program, schema, shaders, *options = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema).read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    documents = reflect(program, shaders, options)
    failures = [f"{name}: {problem}" for name, document in documents.items() for problem in problems(validator, document)]
    with_module = [document for document in documents.values() if "module" in document]
    if len(documents) < 100 or len(with_module) * 10 < len(documents) * 9:
        failures.append(f"only {len(documents)} documents, {len(with_module)} with a module")
    for what, document in broken(with_module[0]):
        if not problems(validator, document):
            failures.append(f"the schema takes {what}")
    for failure in failures[:20]:
        print(failure)
    print(f"{len(documents)} documents, {len(with_module)} with a module, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
