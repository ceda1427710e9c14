"""What pydantic finds wrong with data, as one line of text."""

from __future__ import annotations

from pydantic import ValidationError


def first_fault(error: ValidationError) -> str:
    """The first fault: where it is, if it is in a part, and what is wrong.

    >>> from pydantic import TypeAdapter
    >>> try:
    ...     TypeAdapter(dict[str, int]).validate_python({"owls": "many"}, strict=True)
    ... except ValidationError as error:
    ...     print(first_fault(error))
    owls: Input should be a valid integer
    """
    fault = error.errors()[0]
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else fault["msg"]
