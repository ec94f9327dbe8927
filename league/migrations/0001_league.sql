-- Whoever logs in owns everything, migrates, and looks keys up; each request then acts as one of these three, and row-level
-- security holds what it may see (docs/league.md has the table).
DO $$
DECLARE who text;
BEGIN
  FOREACH who IN ARRAY ARRAY['league_pub', 'league_federation', 'league_public'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = who) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', who);
    END IF;
    EXECUTE format('GRANT %I TO CURRENT_USER', who);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', who);
  END LOOP;
END $$;

CREATE TABLE secret (name text PRIMARY KEY, value bytea NOT NULL);

CREATE TABLE pub (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  town text NOT NULL DEFAULT '',
  key_sum bytea NOT NULL UNIQUE,
  registered timestamptz NOT NULL DEFAULT now(),
  barred boolean NOT NULL DEFAULT false
);
CREATE TABLE invitation (
  code_sum bytea PRIMARY KEY,
  note text NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  pub bigint REFERENCES pub
);

CREATE TABLE season (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);
CREATE TABLE division (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  season bigint NOT NULL REFERENCES season,
  name text NOT NULL,
  format text NOT NULL,
  UNIQUE (season, name)
);
CREATE TABLE team (
  division bigint NOT NULL REFERENCES division,
  pub bigint NOT NULL REFERENCES pub,
  PRIMARY KEY (division, pub)
);
CREATE TABLE fixture (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  division bigint NOT NULL REFERENCES division,
  round int NOT NULL,
  day date NOT NULL,
  home bigint NOT NULL REFERENCES pub,
  away bigint NOT NULL REFERENCES pub,
  UNIQUE (division, round, home),
  CHECK (home <> away)
);
CREATE INDEX fixture_of_home ON fixture (home, day);

-- A name stands here alone; results name players by number. Who asked to be forgotten keeps the number and the sum of his name,
-- so that a later push does not bring the name back.
CREATE TABLE player (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pub bigint NOT NULL REFERENCES pub,
  name_sum bytea NOT NULL,
  name text,
  member boolean NOT NULL DEFAULT false,
  shown boolean NOT NULL DEFAULT false,
  UNIQUE (pub, name_sum),
  CHECK (name IS NOT NULL OR NOT shown)
);

CREATE TABLE box (
  pub bigint NOT NULL REFERENCES pub,
  table_id text NOT NULL,
  box text NOT NULL,
  taken bigint NOT NULL DEFAULT 0,
  began timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pub, table_id, box)
);
CREATE TABLE entry (
  pub bigint NOT NULL,
  table_id text NOT NULL,
  box text NOT NULL,
  seq bigint NOT NULL,
  game text NOT NULL,
  sum bytea NOT NULL,
  arrived timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pub, table_id, box, seq),
  FOREIGN KEY (pub, table_id, box) REFERENCES box
);
CREATE TABLE game (
  pub bigint NOT NULL REFERENCES pub,
  table_id text NOT NULL,
  game text NOT NULL,
  counts boolean NOT NULL,
  revision int NOT NULL,
  sum bytea NOT NULL,
  variant text,
  began timestamptz,
  ended timestamptz,
  day date,
  rules jsonb,
  result jsonb,
  changed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pub, table_id, game)
);
CREATE INDEX game_of_day ON game (pub, day) WHERE counts;

-- What was rendered, and which divisions have to be rendered anew.
CREATE TABLE stale (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, division bigint NOT NULL);
CREATE TABLE page (
  division bigint NOT NULL,
  kind text NOT NULL,
  body bytea NOT NULL,
  etag text NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (division, kind)
);

CREATE FUNCTION this_pub() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('league.pub', true), '')::bigint $$;

-- A pub says on which days its games have changed; which divisions that are it need not know.
CREATE FUNCTION note_days(days date[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO stale (division)
  SELECT DISTINCT division FROM fixture WHERE home = this_pub() AND day = ANY (days)
$$;
CREATE FUNCTION note_team() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO stale (division) SELECT division FROM team WHERE pub = this_pub()
$$;
REVOKE ALL ON FUNCTION note_team FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_team TO league_pub;
REVOKE ALL ON FUNCTION note_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_days TO league_pub;

ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE pub ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE player ENABLE ROW LEVEL SECURITY;
ALTER TABLE box ENABLE ROW LEVEL SECURITY;
ALTER TABLE entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE game ENABLE ROW LEVEL SECURITY;

-- Everybody: who plays in which league, when, and what was rendered of it; of people those who agreed to be shown.
GRANT SELECT (id, name, town) ON pub TO league_pub, league_public;
GRANT SELECT ON season, division, team, fixture, page TO league_pub, league_federation, league_public;
GRANT SELECT (id, pub, name, member, shown) ON player TO league_pub, league_federation, league_public;
CREATE POLICY everybody ON pub FOR SELECT TO league_pub, league_public USING (NOT barred);
CREATE POLICY shown ON player FOR SELECT TO league_pub, league_federation, league_public USING (shown);

-- A pub: all of its own, and nothing else of another's.
GRANT SELECT, INSERT, UPDATE ON box, game, player TO league_pub;
GRANT SELECT, INSERT ON entry TO league_pub;
CREATE POLICY own ON player TO league_pub USING (pub = this_pub()) WITH CHECK (pub = this_pub());
CREATE POLICY own ON box TO league_pub USING (pub = this_pub()) WITH CHECK (pub = this_pub());
CREATE POLICY own ON entry TO league_pub USING (pub = this_pub()) WITH CHECK (pub = this_pub());
CREATE POLICY own ON game TO league_pub USING (pub = this_pub()) WITH CHECK (pub = this_pub());

-- The federation: who takes part, what was played, whom to forget; no name that is not shown, no key.
GRANT SELECT (id, name, town, registered, barred), UPDATE (barred) ON pub TO league_federation;
GRANT SELECT, INSERT ON invitation TO league_federation;
GRANT SELECT ON box, entry, game TO league_federation;
GRANT SELECT, INSERT, UPDATE, DELETE ON season, division, team, fixture TO league_federation;
GRANT INSERT ON stale TO league_federation;
CREATE POLICY all_pubs ON pub TO league_federation USING (true);
CREATE POLICY all_invitations ON invitation TO league_federation USING (true) WITH CHECK (true);
CREATE POLICY all_boxes ON box FOR SELECT TO league_federation USING (true);
CREATE POLICY all_entries ON entry FOR SELECT TO league_federation USING (true);
CREATE POLICY all_games ON game FOR SELECT TO league_federation USING (true);

-- The federation forgets a player by his number, without having to see him.
CREATE FUNCTION forget_player(number bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE player SET name = NULL, shown = false WHERE id = number;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO stale (division) SELECT id FROM division;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION forget_player FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_player TO league_federation;
