-- What a workman has earned in a year without this platform: the tax service's figure of the year less
-- what was registered here when it was asked. The yearly limit counts both.
CREATE TABLE outside_incomes (
  workman_id integer NOT NULL REFERENCES workmen,
  year integer NOT NULL,
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks >= 0),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (workman_id, year)
);
