-- How high a division stands, 1 the highest: between neighbouring levels teams go up and down after a season.
ALTER TABLE division ADD COLUMN level int NOT NULL DEFAULT 1 CHECK (level BETWEEN 1 AND 20);
