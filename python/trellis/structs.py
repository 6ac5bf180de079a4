"""How values travel between Python and the structs of the C interface.

A struct takes Python's values for its fields: text, lists, dictionaries, callables, enumerators or their names. What they become in
memory lives as long as the struct. What the library hands out becomes a record, a named tuple that shares no memory with it.
"""
import collections
import ctypes
import difflib
import threading

_HIDDEN = ('struct_size', 'reserved', 'more_reserved')
_YES_OR_NO = ('is_', 'has_', 'uses_', 'needs_')


class Struct(ctypes.Structure):
    """Base of all structs: fields by keyword, defaults as the headers have them."""
    _notes_ = {}
    _defaults_ = None

    def __init__(self, **values):
        super().__init__()
        self.__dict__['kept'] = {}
        if self._defaults_ is not None:
            _fill(self, self._defaults_)
        if self._fields_[0][0] == 'struct_size':
            ctypes.Structure.__setattr__(self, 'struct_size', ctypes.sizeof(self))
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        known = [field for field, *_ in self._fields_ if field not in _HIDDEN]
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = "; did you mean '%s'?" % near[0] if near else ''
            raise TypeError("%s has no field '%s'%s" % (type(self).__name__, name, hint))
        note = self._notes_.get(name)
        if note is not None:
            value = note.store(self, name, value)
        elif isinstance(value, (list, tuple)):
            value = dict((field, kind) for field, kind, *_ in self._fields_)[name](*value)
        try:
            ctypes.Structure.__setattr__(self, name, value)
        except TypeError as error:
            raise TypeError('%s.%s: %s' % (type(self).__name__, name, error)) from None

    def keep(self, name, what):
        """Holds on to what field `name` points at."""
        self.__dict__.setdefault('kept', {})[name] = what

    def set_raw(self, name, value):
        ctypes.Structure.__setattr__(self, name, value)


def _fill(target, values):
    """Numbers of a header's initializer, nested as there, into a struct or an array."""
    names = [name for name, *_ in target._fields_] if isinstance(target, ctypes.Structure) else range(len(values))
    for name, value in zip(names, values):
        if isinstance(value, list):
            _fill(getattr(target, name) if isinstance(name, str) else target[name], value)
        elif value is None:
            continue
        elif isinstance(name, str):
            ctypes.Structure.__setattr__(target, name, value)
        else:
            target[name] = value


def made(struct, value):
    """`value` as such a struct: one already, or a dictionary of its fields."""
    if value is None or isinstance(value, struct):
        return value
    if isinstance(value, dict):
        return struct(**value)
    raise TypeError('expected %s or a dictionary of its fields, not %s' % (struct.__name__, type(value).__name__))


def decoded(text):
    return None if text is None else text.decode('utf-8', 'surrogateescape')


def encoded(text):
    return text if isinstance(text, bytes) or text is None else text.encode('utf-8', 'surrogateescape')


# --- What a field is: how to store a value of Python's, and how to load one ---------------------------------------------------


class Enumeration:
    def __init__(self, kind):
        self.kind = kind

    def store(self, struct, name, value):
        return int(member_of(self.kind, value, '%s.%s' % (type(struct).__name__, name)))

    def load(self, struct, name):
        value = getattr(struct, name)
        try:
            return self.kind(value)
        except ValueError:
            return value  # Of a newer library.


def member_of(kind, value, place):
    """What stands for an enumerator: itself, its number, or its name: "vulkan1.3" is Target.VULKAN_1_3."""
    if not isinstance(value, str):
        return value
    for member in kind:
        if _bare(member.name) == _bare(value):
            return member
    raise ValueError("%s: no such value: '%s'; values are %s" % (place, value, ', '.join(member.name for member in kind)))


def _bare(name):
    return ''.join(letter for letter in name.upper() if letter.isalnum())


class Text:
    def store(self, struct, name, value):
        return encoded(value)  # ctypes keeps the bytes.

    def load(self, struct, name):
        return decoded(getattr(struct, name))


class Nested:
    def __init__(self, kind):
        self.kind = kind

    def store(self, struct, name, value):
        value = made(self.kind, value)
        struct.keep(name, value)  # The copy points at what this one holds.
        return value

    def load(self, struct, name):
        return record(getattr(struct, name))


class Pointer:
    def __init__(self, kind):
        self.kind = kind

    def store(self, struct, name, value):
        value = made(self.kind, value)
        struct.keep(name, value)
        return None if value is None else ctypes.pointer(value)

    def load(self, struct, name):
        pointer = getattr(struct, name)
        return record(pointer.contents) if pointer else None


class Handle:
    """A pointer to an object of the library: its wrapper has it as `_handle`."""

    def store(self, struct, name, value):
        struct.keep(name, value)
        return None if value is None else value._handle

    def load(self, struct, name):
        return getattr(struct, name)


class _Counted:
    """A pointer with a field that says how many there are."""

    def __init__(self, count):
        self.count = count

    def store(self, struct, name, values):
        if isinstance(values, (str, bytes)):
            raise TypeError('%s.%s: expected a list' % (type(struct).__name__, name))
        listed = [] if values is None else list(values)
        array, kept = self.array(listed)
        struct.keep(name, (array, kept))
        struct.set_raw(self.count, len(listed))
        # An empty list is not the same as none: "no extensions" against "nothing is said of extensions".
        return None if values is None else ctypes.cast(array, self.pointer_type)

    def load(self, struct, name):
        pointer = getattr(struct, name)
        return tuple(self.one(pointer[n]) for n in range(getattr(struct, self.count))) if pointer else ()


class Texts(_Counted):
    pointer_type = ctypes.POINTER(ctypes.c_char_p)

    def array(self, values):
        texts = [encoded(value) for value in values]
        return (ctypes.c_char_p * max(1, len(texts)))(*texts), texts

    def one(self, value):
        return decoded(value)


class Numbers(_Counted):
    def __init__(self, kind, count):
        super().__init__(count)
        self.kind = kind
        self.pointer_type = ctypes.POINTER(kind)

    def array(self, values):
        return (self.kind * max(1, len(values)))(*values), None

    def one(self, value):
        return value


class Structs(_Counted):
    def __init__(self, kind, count):
        super().__init__(count)
        self.kind = kind
        self.pointer_type = ctypes.POINTER(kind)

    def array(self, values):
        structs = [made(self.kind, value) for value in values]
        return (self.kind * max(1, len(structs)))(*structs), structs

    def one(self, value):
        return record(value)


class Callback:
    """A Python function. An exception in it ends the call that called it."""

    def __init__(self, kind):
        self.kind = kind

    def store(self, struct, name, value):
        if value is None:
            return self.kind()
        function = self.kind(adapters[self.kind](value))
        struct.keep(name, function)
        return function

    def load(self, struct, name):
        return None


adapters = {}  # By type of callback: makes a function of C's parameters of one of Python's (callbacks.py).
pending = threading.local()  # .error: what a callback raised during the thread's current call.


# --- Records ------------------------------------------------------------------------------------------------------------------

_records = {}


def _record_type(struct):
    if struct not in _records:
        counts = {note.count for note in struct._notes_.values() if isinstance(note, _Counted)}
        names = [name for name, *_ in struct._fields_ if name not in _HIDDEN and name not in counts]
        _records[struct] = collections.namedtuple(struct.__name__.removesuffix('Info'), names)
    return _records[struct]


def record(struct):
    """What a struct says, as a named tuple that stays good."""
    kind = _record_type(type(struct))
    values = []
    for name in kind._fields:
        note = struct._notes_.get(name)
        value = getattr(struct, name) if note is None else note.load(struct, name)
        if isinstance(value, ctypes.Array):
            value = tuple(record(one) if isinstance(one, Struct) else one for one in value)
        elif note is None and name.startswith(_YES_OR_NO) and value in (0, 1):
            value = bool(value)
        values.append(value)
    return kind(*values)
