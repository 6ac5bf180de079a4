"""Compares the check's table of instructions with the machine-readable grammar that SPIR-V's headers install.

    compare_grammar.py GRAMMAR_CPP SPIRV_CORE_GRAMMAR_JSON

Compares names, operand counts, operand kinds and whether an operand is optional. The table has more than the grammar: it distinguishes
values from types and labels, and it has instructions of newer extensions. Prints how many an older grammar does not know. (Where
scripts/get-spirv-tools got the newest grammar, that knows all.)
"""
import json
import re
import sys

# The grammar's operand kinds for the table's letters. Kinds that are missing here are numbers: enumerants and bits.
KINDS = {"T": ["IdResultType"], "R": ["IdResult"], "s": ["LiteralString"], "n": ["LiteralContextDependentNumber"],
         "k": ["IdRef", "IdScope", "IdMemorySemantics"], "d": ["ExecutionMode", "Decoration"], "m": ["MemoryAccess"],
         "g": ["ImageOperands"], "o": ["LoopControl"], "P": ["PairIdRefIdRef"], "C": ["PairLiteralIntegerIdRef"],
         **{letter: ["IdRef"] for letter in "Saxefyvb"}}
# Operands that the grammar gained after the oldest version that builds.
NEWER = {"OpTypeFloat": 1}
# Operands that the grammar leaves to the instruction whose opcode is one of them.
NESTED = {"OpSpecConstantOp": 1}
# Optional operands that Trellis never emits: a type and an initializer.
NEVER = {"OpUntypedVariableKHR": -2}


def is_number(kind):
    return not kind.startswith(("Id", "Pair")) and kind not in ("LiteralString", "LiteralContextDependentNumber")


def fault(operands, instruction):
    """Returns the difference, or None. `operands` is the table's column."""
    letters, wanted = re.findall(r"\w[?*]?", operands), instruction.get("operands", [])
    missing = len(letters) - len(wanted)
    if missing not in (0, *(table.get(instruction["opname"]) for table in (NEWER, NESTED, NEVER))):
        return f"{len(letters)} operands, {len(wanted)} in the grammar"
    for n, (letter, operand) in enumerate(zip(letters, wanted), 1):
        kind = operand["kind"]
        if letter[1:] != operand.get("quantifier", ""):
            return f'operand {n} is "{letter}", {kind}{operand.get("quantifier", "")} in the grammar'
        if not (is_number(kind) if letter[0] == "l" else kind in KINDS.get(letter[0], [])):
            return f'operand {n} is "{letter}", {kind} in the grammar'
    return None


def faults(rows, grammar):
    by_number = {}
    for instruction in grammar["instructions"]:
        by_number.setdefault(instruction["opcode"], []).append(instruction)
    out, unknown = [], 0
    for number, name, operands in rows:
        named = by_number.get(int(number), [])
        if not named:
            unknown += 1
            continue
        names = [i["opname"] for i in named] + [alias for i in named for alias in i.get("aliases", [])]
        if name not in names:
            out.append(f"{number} is {name}, {names[0]} in the grammar")
            continue
        what = fault(operands, named[0])
        if what:
            out.append(f"{name}: {what}")
    return out, unknown


def check_itself(rows, grammar):
    """Checks that each kind of fault is found: a comparison that finds nothing would pass as well."""
    for name, operands in (("OpIAdd", "TRv"), ("OpIAdd", "TRvs"), ("OpLoad", "TRvm"), ("OpIAdd", "TRvv*"), ("OpName", "ss"),
                           ("OpTypeInt", "Rlv")):
        changed = [(number, old, operands if old == name else now) for number, old, now in rows]
        assert faults(changed, grammar)[0], f"a change of {name} to {operands} is not found"
    renamed = [(number, "OpISub" if old == "OpIAdd" else old, now) for number, old, now in rows]
    assert faults(renamed, grammar)[0], "a wrong name is not found"


def main():
    with open(sys.argv[1]) as source, open(sys.argv[2]) as text:
        rows, grammar = re.findall(r'\{(\d+), "(Op\w+)", "([^"]*)",', source.read()), json.load(text)
    assert len(rows) > 300, "the table is not where it was"
    check_itself(rows, grammar)
    found, unknown = faults(rows, grammar)
    print("\n".join(found + [f"{len(rows)} rows, {unknown} of them newer than the grammar, {len(found)} faults"]))
    return 1 if found or unknown > len(rows) // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
