"""Exceptions and warnings.

Every error carries the parts of the diagnostic: what is wrong, the place in the text, the reason, and the nearest legal
alternative. Its text is that of the command line, with a caret below the place.
"""

__all__ = [
    "CompilerMissingWarning",
    "ConversionWarning",
    "InternalError",
    "StardustError",
    "UnsupportedError",
    "UserError",
    "WrongResultError",
]


class StardustError(Exception):
    """Base class of all errors of the library.

    Attributes
    ----------
    what : str
        One sentence about the fault.
    why : str
        The violated rule; may be empty.
    remedy : str
        The nearest legal alternative; may be empty.
    where : str
        The part of the text that is wrong; may be empty.

    Examples
    --------
    >>> import stardust as sd
    >>> try:
    ...     sd.evaluate("y(i) = A(i,j) * x(j", A=[[1.0]], x=[1.0])
    ... except sd.UserError as error:
    ...     print(error.what)
    a ')' is missing: this '(' is never closed
    """

    def __init__(self, text, what=None, why="", remedy="", where=""):
        super().__init__(text)
        self.what = text if what is None else what
        self.why = why
        self.remedy = remedy
        self.where = where

    def __reduce__(self):
        return type(self), (self.args[0], self.what, self.why, self.remedy, self.where)


class UserError(StardustError, ValueError):
    """The text or a tensor is wrong."""


class UnsupportedError(StardustError, NotImplementedError):
    """Legal, but not built, or it does not fit the machine."""


class WrongResultError(StardustError, ArithmeticError):
    """The program ran, and its result differs from the reference, or it deadlocked."""


class InternalError(StardustError, RuntimeError):
    """An invariant of the library is broken: please report it."""


class ConversionWarning(UserWarning):
    """An operand was copied into another form before the call."""


class CompilerMissingWarning(RuntimeWarning):
    """There is no C compiler: kernels are interpreted, thousands of times slower. Given once in a process."""
