-- Services, dated rates and the production calendar: what changes by law or by decision lives in tables, never in code.

CREATE TABLE service_groups (
  id integer PRIMARY KEY,
  code text NOT NULL UNIQUE,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  panel_index integer NOT NULL
);

CREATE TABLE services (
  id integer PRIMARY KEY,
  group_id integer NOT NULL REFERENCES service_groups,
  code text NOT NULL UNIQUE,
  slug text NOT NULL,
  title text NOT NULL,
  unit text NOT NULL,
  default_receipt_text text NOT NULL,
  risk_level text NOT NULL CHECK (risk_level IN ('LOW', 'MEDIUM', 'HIGH')),
  allowed_taxpayer_types text[] NOT NULL,
  needs_license boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  filter_index integer NOT NULL,
  UNIQUE (group_id, slug)
);

-- Rates by date: the row with the greatest from_date not after the day counts. Value in millionths, or kopecks for limits.
CREATE TABLE rates (
  code text NOT NULL,
  from_date date NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (code, from_date)
);
INSERT INTO rates (code, from_date, value) VALUES
  ('npd-individual-ppm', '2019-01-01', 40000),
  ('npd-legal-entity-ppm', '2019-01-01', 60000),
  ('npd-year-limit-kopecks', '2019-01-01', 240000000),
  ('vat-ppm', '2019-01-01', 200000),
  ('vat-ppm', '2026-01-01', 220000);

-- Days off that are not weekends, and weekends that are worked.
CREATE TABLE calendar_exceptions (
  day date PRIMARY KEY,
  is_working boolean NOT NULL
);
