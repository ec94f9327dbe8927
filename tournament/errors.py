"""The errors of a tournament. Each message is one sentence with the fault, the value and what would be accepted."""


class TournamentError(Exception):
    """The base of all errors of this package."""


class BadPlayerList(TournamentError, ValueError):
    """A list of players with a line that cannot be read; `line` is its number, 0 for the whole list."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class BadFormat(TournamentError, ValueError):
    """A format that is unknown or cannot be played."""


class BadEntry(TournamentError, ValueError):
    """A malformed entry, or an invalid player, result or total in it."""


class Refused(TournamentError, ValueError):
    """An entry or a request that is not possible now; the state is unchanged. `code` is one word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class BadPush(TournamentError, ValueError):
    """A malformed push."""


class SequenceConflict(TournamentError, ValueError):
    """A push that does not follow the stored entries; `taken` is the number of the last one stored."""

    def __init__(self, message: str, taken: int) -> None:
        super().__init__(message)
        self.taken = taken
