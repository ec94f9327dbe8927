"""Parts of a table for printing and drilling: the arm's cradle, the camera's holder, the panel's lid.

For development only: the wheel leaves this folder out, and no part of the product imports it. `make kit` writes all files.
Lengths are in mm. The shapes need build123d (the extra `kit`); the measures, the template and the drawing of the whole do not.
"""
