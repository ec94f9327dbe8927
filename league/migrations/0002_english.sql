-- Pages exist in English too: all are rendered anew.
INSERT INTO stale (division) SELECT id FROM division;
