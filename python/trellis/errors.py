"""Failures of the library, as exceptions."""
from . import _interface
from .structs import record


def _known(number):
    return None if number == 0xffffffff else number


class Error(Exception):
    """A call of the library failed. str() says all of it in one line.

    message, part, function, block, instruction, operation: text, empty if unknown. offset: byte of the input, or None.
    file, line, column: where in the source, if the program was read with debug information; else '', None, None.
    block_number, instruction_number: in the function, and in the block, or None.
    """

    def __init__(self, error):
        super().__init__(error.text)
        self.message = error.message
        self.part = error.part
        self.offset = error.offset if error.has_offset else None
        self.function = error.function
        self.block = error.block
        self.instruction = error.instruction
        self.operation = error.operation
        self.file = error.file
        self.line = error.line or None
        self.column = error.column or None
        self.block_number = _known(error.block_number)
        self.instruction_number = _known(error.instruction_number)


class BadInput(Error):
    """The DXIL violates its format."""


class Unsupported(Error):
    """The DXIL is valid, but something in it or in the options is not supported."""


class InternalCheckFailed(Error):
    """A checker rejected the library's own result: a bug in the library."""


class InvalidArgument(Error, ValueError):
    """The call is wrong; `part` names the field."""


class OutOfMemory(Error, MemoryError):
    """Out of memory."""


class LimitExceeded(Error):
    """The call would cost more than its limits allow."""


class Cancelled(Error):
    """The `stop` of its limits said so."""


_BY_RESULT = {
    _interface.Result.ERROR_BAD_INPUT: BadInput,
    _interface.Result.ERROR_UNSUPPORTED: Unsupported,
    _interface.Result.ERROR_INTERNAL_CHECK: InternalCheckFailed,
    _interface.Result.ERROR_INVALID_ARGUMENT: InvalidArgument,
    _interface.Result.ERROR_OUT_OF_MEMORY: OutOfMemory,
    _interface.Result.ERROR_LIMIT: LimitExceeded,
    _interface.Result.ERROR_CANCELLED: Cancelled,
}


def error_of(struct):
    """The exception for a TrellisError."""
    error = record(struct)
    return _BY_RESULT.get(error.result, Error)(error)
