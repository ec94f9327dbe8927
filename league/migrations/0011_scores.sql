-- What the games of a match come to, counted once: as pushed, or (`stands`) as they were when the match came to stand. `key` names all that this depends on.
CREATE TABLE score (
  fixture bigint NOT NULL REFERENCES fixture,
  stands boolean NOT NULL,
  key bytea NOT NULL,
  told jsonb NOT NULL,
  PRIMARY KEY (fixture, stands)
);
ALTER TABLE score ENABLE ROW LEVEL SECURITY;
-- By which version of the program a division's pages were rendered: after an update all are rendered again.
ALTER TABLE division ADD COLUMN rendered_by text NOT NULL DEFAULT '';
