"""Answers to a device that asks for a parameter."""
import io
import struct
from typing import Any

from genpy import SerializationError
from rosserial_msgs.srv import RequestParamResponse


class ParamError(Exception):
    """The value cannot be sent to a device; no answer is sent then."""


def response(name: str, value: Any) -> RequestParamResponse:
    """The answer for a value: int and bool as ints, float as floats, str as strings, lists of one.

    A list must not be empty and must hold one kind only. Raises ParamError.
    """
    values = value if isinstance(value, (list, tuple)) else [value]
    answer = RequestParamResponse()
    if not values:
        raise ParamError('parameter %s is an empty list, whose type nobody knows' % name)
    if all(isinstance(item, int) for item in values):
        answer.ints = [int(item) for item in values]
    elif all(isinstance(item, float) for item in values):
        answer.floats = list(values)
    elif all(isinstance(item, str) for item in values):
        answer.strings = list(values)
    else:
        kinds = ', '.join(sorted({type(item).__name__ for item in values}))
        raise ParamError('parameter %s cannot be sent to a device: it holds %s; only int, bool, '
                         'float, str and lists of one of these can' % (name, kinds))
    return answer


def encode_response(name: str, value: Any) -> bytes:
    """The payload of the answer. Raises ParamError, also for an int beyond 32 bits."""
    buffer = io.BytesIO()
    try:
        response(name, value).serialize(buffer)
    except (struct.error, OverflowError, SerializationError) as error:
        raise ParamError('parameter %s cannot be sent to a device: %s' % (name, error))
    return buffer.getvalue()
