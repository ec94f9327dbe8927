-- Each match looks up its own report by pub and day, whatever the planner knows of the table.
CREATE OR REPLACE VIEW match AS
SELECT
  fixture.division, fixture.id, round, fixture.day, home.pub, home.name AS home, away.name AS away, lines, confirmed,
  CASE lower(away.name) WHEN lower(teams[2]) THEN points WHEN lower(teams[1]) THEN ARRAY[points[2], points[1]] END AS points
FROM fixture JOIN team home ON home.id = fixture.home JOIN team away ON away.id = fixture.away
LEFT JOIN LATERAL (
  SELECT lines, confirmed, teams, points FROM result
  WHERE why = '' AND result.pub = home.pub AND result.day = fixture.day
    AND lower(away.name) IN (lower(teams[1]), lower(teams[2]))
  ORDER BY changed DESC LIMIT 1
) report ON true;
