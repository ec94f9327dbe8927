"""Parts of a table for printing and drilling: the arm's cradle, the camera's holder, the panel's lid.

For development alone: the wheel leaves this folder out, and nothing of the product imports it. `make kit` writes all files.
Lengths are in mm. The shapes need build123d (the extra `kit`); measures, template and drawing of the whole do not.
"""
