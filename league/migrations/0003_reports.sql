-- Signed match reports, with people by number as in games; and the keys that have signed them.
CREATE TABLE report_key (
  pub bigint NOT NULL REFERENCES pub,
  key text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  accepted boolean NOT NULL,
  PRIMARY KEY (pub, key)
);
-- `why`: what is wrong with one that counts for nothing.
CREATE TABLE report (
  pub bigint NOT NULL REFERENCES pub,
  report text NOT NULL,
  counts boolean NOT NULL,
  revision int NOT NULL,
  sum bytea NOT NULL,
  why text NOT NULL DEFAULT '',
  day date,
  key text,
  hash text,
  variant text,
  teams text[],
  lines jsonb,
  changed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pub, report)
);
CREATE INDEX report_of_day ON report (pub, day) WHERE counts;

-- The first key of a pub is taken as its own; each further one waits for the federation's word.
CREATE FUNCTION know_key(said text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO report_key (pub, key, accepted)
  SELECT this_pub(), said, NOT EXISTS (SELECT FROM report_key WHERE pub = this_pub())
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION know_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION know_key TO league_pub;

ALTER TABLE report ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_key ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON report TO league_pub;
GRANT SELECT ON report_key TO league_pub;
GRANT SELECT ON report, report_key TO league_federation;
GRANT UPDATE (accepted) ON report_key TO league_federation;
CREATE POLICY own ON report TO league_pub USING (pub = this_pub()) WITH CHECK (pub = this_pub());
CREATE POLICY own ON report_key FOR SELECT TO league_pub USING (pub = this_pub());
CREATE POLICY all_reports ON report FOR SELECT TO league_federation USING (true);
CREATE POLICY all_keys ON report_key TO league_federation USING (true);
