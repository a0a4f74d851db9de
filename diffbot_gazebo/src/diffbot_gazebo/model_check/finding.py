"""What a check has found."""

from typing import List, NamedTuple, Optional


class Finding(NamedTuple):
    """One thing that is wrong: what, where, the number and its bound (in words, with units), what
    to change."""

    name: str  # short and stable, for tests and scripts
    where: str  # element or parameter
    what: str
    number: Optional[float]
    bound: str
    change: str

    def __str__(self) -> str:
        number = (
            '' if self.number is None else ' (is %.6g, must be %s)' % (self.number, self.bound)
        )
        return '%s: %s: %s%s. %s' % (self.name, self.where, self.what, number, self.change)


Findings = List[Finding]
