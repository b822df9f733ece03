-- Portraits: two small squares a person, shown beside his name to everybody who sees him.

CREATE TABLE pictures (
  -- A part of the public address; a new picture has a new one.
  id uuid PRIMARY KEY,
  person_id integer NOT NULL UNIQUE REFERENCES people,
  size40 bytea NOT NULL,
  size80 bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Never written: what it was meant for is the table above.
ALTER TABLE people DROP COLUMN picture_file_id;
