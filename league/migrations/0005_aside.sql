-- What is stored and does not count, with its reason: as it came (`game.why`), as a match's (`aside`), or a whole division (`unshown`).
ALTER TABLE game ADD COLUMN why text NOT NULL DEFAULT '';
CREATE TABLE aside (
  division bigint NOT NULL,
  fixture bigint NOT NULL,
  pub bigint NOT NULL REFERENCES pub,
  table_id text NOT NULL,
  game text NOT NULL,
  why text NOT NULL,
  PRIMARY KEY (fixture, table_id, game)
);
CREATE TABLE unshown (division bigint PRIMARY KEY, why text NOT NULL, since timestamptz NOT NULL DEFAULT now());

ALTER TABLE aside ENABLE ROW LEVEL SECURITY;
ALTER TABLE unshown ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON aside TO league_pub, league_federation;
GRANT SELECT ON unshown TO league_federation;
CREATE POLICY own ON aside FOR SELECT TO league_pub USING (pub = this_pub());
CREATE POLICY federation ON aside FOR SELECT TO league_federation USING (true);
CREATE POLICY federation ON unshown FOR SELECT TO league_federation USING (true);
