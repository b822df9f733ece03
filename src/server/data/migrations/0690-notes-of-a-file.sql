-- What was done with a file is kept as data; sentences of the time before stay as they were.
ALTER TABLE registries ADD COLUMN file_notes jsonb NOT NULL DEFAULT '[]';

UPDATE registries
SET file_notes = (
  SELECT jsonb_agg(jsonb_build_object('kind', 'text', 'text', sentence) ORDER BY place)
  FROM unnest(file_warnings) WITH ORDINALITY AS w (sentence, place)
)
WHERE file_warnings <> '{}';

ALTER TABLE registries DROP COLUMN file_warnings;
