-- How far the demonstration's clock is ahead of the machine's: a restart goes on where it was.
CREATE TABLE sandbox.clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  offset_ms bigint NOT NULL
);
INSERT INTO sandbox.clock (offset_ms) VALUES (0);
GRANT SELECT, UPDATE ON sandbox.clock TO platform_app;
