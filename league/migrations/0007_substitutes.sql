-- A second team lends its players to the first. `play_up`: how often a season lets each of them play up before he is bound; NULL: never.
ALTER TABLE pub ADD COLUMN first_team bigint REFERENCES pub CHECK (first_team <> id);
ALTER TABLE season ADD COLUMN play_up int CHECK (play_up BETWEEN 0 AND 20);

-- Who has played for the first team, in which match that stands; written when its division is rendered.
CREATE TABLE played_up (
  fixture bigint NOT NULL REFERENCES fixture,
  player bigint NOT NULL REFERENCES player,
  PRIMARY KEY (fixture, player)
);
CREATE INDEX played_up_of_player ON played_up (player);

GRANT SELECT (first_team) ON pub TO league_pub, league_federation, league_public;
GRANT UPDATE (first_team) ON pub TO league_federation;
ALTER TABLE played_up ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON played_up TO league_pub, league_federation;
CREATE POLICY own ON played_up FOR SELECT TO league_pub
  USING (EXISTS (SELECT FROM player WHERE player.id = played_up.player AND player.pub = this_pub()));
CREATE POLICY federation ON played_up FOR SELECT TO league_federation USING (true);
