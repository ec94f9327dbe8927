-- A division's rendering looks these up; without an index it reads all of them.
CREATE INDEX aside_of_division ON aside (division);
CREATE INDEX second_team ON pub (first_team) WHERE first_team IS NOT NULL;
