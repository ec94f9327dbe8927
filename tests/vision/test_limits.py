import ast

from tests.support.paths import ROOT


def test_each_hand_set_number_says_why():
    """By a text below, a comment above or behind it, or its name in the text of its class."""
    numbers, unexplained = 0, []
    for file in sorted((ROOT / "vision").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for part in ast.parse(text).body:
            if not (isinstance(part, ast.ClassDef) and part.name.endswith(("Limits", "Settings"))):
                continue
            said = ast.get_source_segment(text, part) or ""
            for field, after in zip(part.body, [*part.body[1:], None], strict=True):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    numbers += 1
                    below = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                    above, line = (
                        line.strip() for line in text.splitlines()[field.lineno - 2 : field.lineno]
                    )
                    comment = above.startswith("#") or "  # " in line
                    if not (below or comment or f"`{field.target.id}`" in said):
                        unexplained.append(f"{part.name}.{field.target.id}")
    assert unexplained == []
    assert numbers > 10
