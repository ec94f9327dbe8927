-- The federation's forms: its key and who is inside, results that it has set, and players by name or number.
CREATE TABLE federation_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), sum bytea NOT NULL);
CREATE TABLE federation_session (sum bytea PRIMARY KEY, until timestamptz NOT NULL);
-- What was set is never overwritten: the last one counts, and one without points says that what was played counts again.
CREATE TABLE ruling (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fixture bigint NOT NULL REFERENCES fixture,
  home text,
  away text,
  reason text NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  CHECK ((home IS NULL) = (away IS NULL))
);
CREATE INDEX ruling_of_fixture ON ruling (fixture);

ALTER TABLE federation_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE federation_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE ruling ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON ruling TO league_pub, league_federation, league_public;
GRANT INSERT (fixture, home, away, reason) ON ruling TO league_federation;
CREATE POLICY everybody ON ruling FOR SELECT TO league_pub, league_federation, league_public USING (true);
CREATE POLICY federation ON ruling FOR INSERT TO league_federation WITH CHECK (true);

-- Who knows a name may tell of it; whose names there are the federation does not see.
CREATE FUNCTION agree_player(of_pub bigint, summed bytea, called text, yes boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE player SET name = CASE WHEN yes THEN called ELSE name END, shown = yes WHERE pub = of_pub AND name_sum = summed;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO stale (division) SELECT id FROM division;
  RETURN true;
END $$;
CREATE FUNCTION forget_named(of_pub bigint, summed bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE player SET name = NULL, shown = false WHERE pub = of_pub AND name_sum = summed;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO stale (division) SELECT id FROM division;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION agree_player, forget_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agree_player, forget_named TO league_federation;
