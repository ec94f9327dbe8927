"""Commands that read dice in pictures and videos."""
