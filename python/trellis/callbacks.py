"""Python's functions as callbacks of the library."""
from . import _interface
from .structs import adapters, decoded, pending, record


def _guarded(call, refusal):
    """C calls `call`; what it raises is kept for the call that is under way."""
    def guarded(*arguments):
        if getattr(pending, 'error', None) is not None:
            return refusal  # One is enough.
        try:
            return call(*arguments)
        except BaseException as error:  # KeyboardInterrupt, too, must not pass through C.
            pending.error = error
            return refusal
    return guarded


def _answer(function, asked, place):
    """1 if the place is taken. None keeps the default; False refuses; another place replaces it."""
    given = function(*asked, place)
    if given is False:
        return 0
    if given is not None and given is not True and given is not place:
        if not isinstance(given, type(place)):
            raise TypeError('expected %s, None or False, not %s' % (type(place).__name__, type(given).__name__))
        for name, *_ in place._fields_[1:]:
            place.set_raw(name, getattr(given, name))
    return 1


def _bind(function):
    return _guarded(lambda user, use, binding: _answer(function, (record(use.contents),), binding.contents), 0)


def _locate(function):
    def locate(user, stage, signature, element, place):
        asked = (_interface.Stage(stage), _interface.Signature(signature), record(element.contents))
        return _answer(function, asked, place.contents)
    return _guarded(locate, 0)


def _log(function):
    return _guarded(lambda user, level, line: function(_interface.LogLevel(level), decoded(line)), None)


def _stop(function):
    return _guarded(lambda user: 1 if function() else 0, 1)


adapters[_interface.StopCallback] = _stop
adapters[_interface.BindCallback] = _bind
adapters[_interface.LocationCallback] = _locate
adapters[_interface.LogCallback] = _log
