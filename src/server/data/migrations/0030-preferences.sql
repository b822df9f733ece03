-- How a person likes his screens: columns, density, saved filters. JSON as the console wrote it, read by nobody else.

CREATE TABLE preferences (
  person_id integer NOT NULL REFERENCES people,
  key text NOT NULL CHECK (key ~ '^[a-z0-9][a-z0-9.-]{0,99}$'),
  value text NOT NULL CHECK (char_length(value) BETWEEN 1 AND 20000),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, key)
);
