-- A team's two colours, and a captain's address where he has asked for reminders: with a new captain it is gone.
ALTER TABLE pub ADD COLUMN crest text[] CHECK (array_to_string(crest, ' ', '') ~ '^#[0-9a-f]{6} #[0-9a-f]{6}$');
GRANT SELECT (crest) ON pub TO league_pub, league_federation, league_public;

ALTER TABLE captain ADD COLUMN mail text, ADD COLUMN mail_language text CHECK (mail_language IN ('de', 'en'));
-- For which match a club has been sent a reminder: one each.
CREATE TABLE reminded (
  fixture bigint NOT NULL REFERENCES fixture,
  pub bigint NOT NULL REFERENCES pub,
  sent timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (fixture, pub)
);
ALTER TABLE reminded ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON reminded TO league_federation;
CREATE POLICY federation ON reminded FOR SELECT TO league_federation USING (true);
-- Teams' pages have crests: all are rendered again.
INSERT INTO stale (division) SELECT id FROM division;
