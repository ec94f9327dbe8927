"""The table's counts of its own work since the start."""


class Tally:
    """The entries written, the lifts seen and the questions asked. The table's thread writes, any thread reads."""

    def __init__(self) -> None:
        self.acts = self.lifts = self.questions = 0
        self._asked: str | None = None

    def count_question(self, question: str | None) -> None:
        """Count a question by its id, once for as long as it is open."""
        self.questions += question is not None and question != self._asked
        self._asked = question
