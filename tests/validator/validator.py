"""Microsoft's validator, as dxc has it, beside Trellis: what it accepts is valid DXIL, and has to be translated or refused for a
reason that docs/operations.md gives."""
import os
import subprocess
import sys

NO_DXC = 77


def reasons_of(root):
    """Of the page's tables: reasons of operations, and messages about programs."""
    with open(os.path.join(root, 'docs', 'operations.md'), encoding='utf-8') as page:
        refused = page.read().partition('## Refused')[2].partition('## All')[0]
    rows = [[cell.strip(' `') for cell in line.split('|')[1:-1]] for line in refused.splitlines() if line.startswith('| ')]
    return [row[1] if len(row) == 3 else row[0] for row in rows if row[0] not in ('reason', 'program')]


class Judge:
    """Ends the program with 77 if there is no dxc."""

    def __init__(self, root, build):
        cache = os.environ.get('XDG_CACHE_HOME') or os.path.join(os.path.expanduser('~'), '.cache')
        self.dxc = os.path.join(cache, 'trellis', 'dxc', 'dxc')
        if not os.access(self.dxc, os.X_OK):
            print('dxc is not installed (scripts/get-dxc): skipped')
            sys.exit(NO_DXC)
        self.program = os.path.join(os.path.abspath(build), 'bin', 'trellis')
        self.reasons = reasons_of(root)

    def disassembled(self, path):
        """The text of a container; empty if dxc does not read it."""
        ran = subprocess.run([self.dxc, '@dis', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return ran.stdout.decode('utf-8', 'replace') if ran.returncode == 0 else ''

    def of_text(self, text, base):
        """Assembles and translates a text, with files that are named from base. The outcome, and what Trellis printed:
        'not assembled', 'invalid', 'translated', 'refused with a reason' of the page, 'refused by name' (not supported, without one),
        'failed'."""
        with open(base + '.ll', 'w', encoding='utf-8') as file:
            file.write(text)
        code = self._run([self.dxc, '@asm', base + '.ll', base + '.dxil'])[0]
        if code != 0 or not os.path.exists(base + '.dxil'):  # dxc crashes on some.
            return 'invalid' if code == 3 else 'not assembled', ''
        code, said = self._run([self.program, base + '.dxil', '-o', base + '.spv', '--validate'])
        if code == 0:
            return 'translated', said
        if code in (1, 3) and any(reason in said for reason in self.reasons):
            return 'refused with a reason', said
        if code == 3:
            return 'refused by name', said
        return 'failed', 'exit code %d: %s' % (code, said)

    @staticmethod
    def _run(command):
        try:
            ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, check=False)
            return ran.returncode, ran.stderr.decode('utf-8', 'replace')
        except subprocess.TimeoutExpired:
            return -1, 'no end within 120 s'
