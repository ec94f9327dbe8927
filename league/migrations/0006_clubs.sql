-- A result stands when the away captain has confirmed it, or the season's deadline has passed; a protest stops it.
-- Seasons from before ask nobody: `confirm_days` NULL.
ALTER TABLE season ADD COLUMN confirm_days int CHECK (confirm_days BETWEEN 1 AND 60);

-- A club's captain: a link that is good once, then a word of his own. The home side types neither.
CREATE TABLE captain (
  pub bigint PRIMARY KEY REFERENCES pub,
  link_sum bytea UNIQUE,
  salt bytea,
  word_sum bytea,
  wrong int NOT NULL DEFAULT 0,
  waits timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE captain_session (sum bytea PRIMARY KEY, pub bigint NOT NULL REFERENCES pub, until timestamptz NOT NULL);

-- Who did what about a result: public, and never overwritten.
CREATE TABLE claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fixture bigint NOT NULL REFERENCES fixture,
  pub bigint REFERENCES pub,
  what text NOT NULL CHECK (what IN ('confirmed', 'protested', 'deadline', 'federation')),
  home text NOT NULL,
  away text NOT NULL,
  games int NOT NULL,
  reason text NOT NULL DEFAULT '',
  made timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX claim_of_fixture ON claim (fixture);
-- The games of a match that stands, with people by number: what comes later changes nothing of it.
CREATE TABLE standing (fixture bigint PRIMARY KEY REFERENCES fixture, games jsonb NOT NULL, made timestamptz NOT NULL DEFAULT now());

ALTER TABLE captain ENABLE ROW LEVEL SECURITY;
ALTER TABLE captain_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE standing ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON claim TO league_pub, league_federation, league_public;
GRANT SELECT ON standing TO league_federation;
CREATE POLICY everybody ON claim FOR SELECT TO league_pub, league_federation, league_public USING (true);
CREATE POLICY federation ON standing FOR SELECT TO league_federation USING (true);
