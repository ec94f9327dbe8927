-- Officials: each with a key of their own, and what they may do. What they decide names their office; '' is the federation itself.
CREATE TABLE official (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  key_sum bytea NOT NULL UNIQUE,
  duties text[] NOT NULL CHECK (duties <@ ARRAY['protests', 'calendar', 'people', 'pubs'] AND cardinality(duties) > 0),
  since timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE federation_session ADD COLUMN official bigint REFERENCES official ON DELETE CASCADE;
ALTER TABLE ruling ADD COLUMN office text NOT NULL DEFAULT '';
ALTER TABLE claim ADD COLUMN office text NOT NULL DEFAULT '';
-- Each change of a match's day: public, and never overwritten.
CREATE TABLE moved (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fixture bigint NOT NULL REFERENCES fixture,
  was date NOT NULL,
  day date NOT NULL,
  office text NOT NULL DEFAULT '',
  made timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX moved_of_fixture ON moved (fixture);

ALTER TABLE official ENABLE ROW LEVEL SECURITY;
ALTER TABLE moved ENABLE ROW LEVEL SECURITY;
GRANT SELECT (id, name, duties, since) ON official TO league_federation;
GRANT INSERT (office) ON ruling TO league_federation;
GRANT SELECT ON moved TO league_pub, league_federation, league_public;
GRANT INSERT (fixture, was, day, office) ON moved TO league_federation;
CREATE POLICY federation ON official FOR SELECT TO league_federation USING (true);
CREATE POLICY everybody ON moved FOR SELECT TO league_pub, league_federation, league_public USING (true);
CREATE POLICY federation ON moved FOR INSERT TO league_federation WITH CHECK (true);
