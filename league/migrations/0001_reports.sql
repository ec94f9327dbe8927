-- A league that counts the match reports of its pubs.
CREATE TABLE pub (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  key_sum bytea NOT NULL UNIQUE,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE division (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  season text NOT NULL,
  name text NOT NULL,
  UNIQUE (season, name)
);
CREATE TABLE team (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  division bigint NOT NULL REFERENCES division,
  pub bigint NOT NULL REFERENCES pub,
  name text NOT NULL,
  UNIQUE (division, name)
);
CREATE TABLE fixture (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  division bigint NOT NULL REFERENCES division,
  round int NOT NULL,
  day date NOT NULL,
  home bigint NOT NULL REFERENCES team,
  away bigint NOT NULL REFERENCES team,
  UNIQUE (division, round, home)
);

-- Exactly once: up to which number each box of a pub is kept, and the checksum of every entry in it.
CREATE TABLE box (pub bigint REFERENCES pub, sender text, box text, taken bigint NOT NULL DEFAULT 0, PRIMARY KEY (pub, sender, box));
CREATE TABLE entry (pub bigint, sender text, box text, seq bigint, report text NOT NULL, sum bytea NOT NULL, PRIMARY KEY (pub, sender, box, seq));

-- The last version of each report. `why`: the reason why it does not count, empty if nothing speaks against it.
CREATE TABLE result (
  pub bigint REFERENCES pub,
  report text,
  why text NOT NULL,
  day date,
  teams text[],
  points text[],
  lines jsonb,
  confirmed jsonb,
  changed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pub, report)
);
CREATE INDEX result_of_day ON result (pub, day) WHERE why = '';

-- A report belongs to the match that its pub plays at home that day against a team that it names.
CREATE VIEW match AS
SELECT DISTINCT ON (fixture.division, fixture.id)
  fixture.division, fixture.id, round, fixture.day, home.pub, home.name AS home, away.name AS away, lines, confirmed,
  CASE lower(away.name) WHEN lower(teams[2]) THEN points WHEN lower(teams[1]) THEN ARRAY[points[2], points[1]] END AS points
FROM fixture JOIN team home ON home.id = fixture.home JOIN team away ON away.id = fixture.away
LEFT JOIN result ON why = '' AND result.pub = home.pub AND result.day = fixture.day
  AND lower(away.name) IN (lower(teams[1]), lower(teams[2]))
ORDER BY fixture.division, fixture.id, changed DESC;
