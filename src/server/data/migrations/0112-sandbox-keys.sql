-- A key issued while bank, tax service and messages are simulated opens nothing once they are real.

ALTER TABLE api_keys ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;
