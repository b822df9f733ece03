-- The worker's cabinet: prices of services, papers with files, portraits, phones of those who want to be called.

-- «От»: what the worker asks at least; empty: by agreement.
ALTER TABLE workman_services ADD COLUMN price_kopecks bigint CHECK (price_kopecks > 0);

-- The number of a paper and the file itself are sealed, see platform/secrets.ts.
ALTER TABLE workman_documents
  ADD COLUMN sealed_number bytea,
  ADD COLUMN reject_reason text,
  ADD COLUMN reject_comment text;

ALTER TABLE people ADD COLUMN picture_file_id bigint REFERENCES files;

-- Visitors who left a phone to be called back.
CREATE TABLE workman_leads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  phone text COLLATE "C" NOT NULL,
  first_name text,
  city_id integer REFERENCES cities,
  comment text,
  created_on date NOT NULL,
  created_at timestamptz NOT NULL,
  -- Asked twice on one day is one wish.
  UNIQUE (phone, created_on)
);
