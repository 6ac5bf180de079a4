#!/usr/bin/env python3
"""Tests what abi.py reports for changes to an interface."""
import unittest

import abi

RECORD = [
    'struct TrellisOptions: 16 bytes, aligned to 8',
    '  TrellisOptions.struct_size at 0, 4 bytes: uint32_t',
    '  TrellisOptions.user at 8, 8 bytes: void*',
    'struct TrellisPair: 8 bytes, aligned to 4',
    '  TrellisPair.first at 0, 4 bytes: uint32_t',
    '  TrellisPair.second at 4, 4 bytes: uint32_t',
    'constant TRELLIS_ONE = 1',
    'function void trellis_work(int x)',
]


def changed(**by_line):
    """Returns RECORD with lines replaced by number, such as _3='...'."""
    lines = list(RECORD)
    for number, line in by_line.items():
        lines[int(number[1:])] = line
    return lines


class Compare(unittest.TestCase):
    def faults(self, present):
        return abi.broken_promises(RECORD, present)

    def test_nothing_changed(self):
        self.assertEqual(self.faults(list(RECORD)), [])

    def test_additions_are_no_fault(self):
        grown = changed(_0='struct TrellisOptions: 24 bytes, aligned to 8')
        grown.insert(3, '  TrellisOptions.more at 16, 8 bytes: uint64_t')
        self.assertEqual(self.faults(grown + ['constant TRELLIS_TWO = 2', 'function void trellis_rest(void)']), [])

    def test_a_field_in_the_padding_is_one(self):
        filled = list(RECORD)
        filled.insert(2, '  TrellisOptions.more at 4, 4 bytes: uint32_t')
        self.assertEqual(len(self.faults(filled)), 1)

    def test_growth_of_a_struct_without_size_is_one(self):
        grown = changed(_3='struct TrellisPair: 12 bytes, aligned to 4')
        self.assertEqual(len(self.faults(grown)), 1)

    def test_growth_at_the_end_of_a_table_entry_is_none(self):
        record = RECORD + ['struct TrellisEntry: 24 bytes, aligned to 8', '  TrellisEntry.space at 0, 4 bytes: uint32_t',
                           '  TrellisEntry.options at 8, 16 bytes: TrellisOptions']
        present = record[:-3] + ['struct TrellisEntry: 32 bytes, aligned to 8', record[-2],
                                 '  TrellisEntry.options at 8, 24 bytes: TrellisOptions']
        self.assertEqual(len(abi.broken_promises(record, present)), 0)

    def test_shrinking_is_one(self):
        self.assertEqual(len(self.faults(changed(_0='struct TrellisOptions: 8 bytes, aligned to 8'))), 1)

    def test_other_places_values_and_signatures_are(self):
        self.assertEqual(len(self.faults(changed(_6='constant TRELLIS_ONE = 3'))), 1)
        self.assertEqual(len(self.faults(changed(_7='function int trellis_work(int x)'))), 1)
        self.assertEqual(len(self.faults(RECORD[:-1])), 1)


class Describe(unittest.TestCase):
    def test_fields_of_one_declaration(self):
        body = ' uint32_t a, b; const char* name; float size[3]; void* (*allocate)(void* user, size_t size); '
        self.assertEqual([name for _, name in abi.fields(body)], ['a', 'b', 'name', 'size', 'allocate'])

    def test_the_headers(self):
        lines = abi.describe()
        self.assertIn('  TrellisTranslateOptions.struct_size at 0, 4 bytes: uint32_t', lines)
        self.assertIn('constant TRELLIS_SUCCESS = 0', lines)
        self.assertIn('function const char* trellis_version(void)', lines)
        self.assertIn('opaque TrellisProgram', lines)


if __name__ == '__main__':
    unittest.main()
