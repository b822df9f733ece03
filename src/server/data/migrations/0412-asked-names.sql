-- A checked company keeps its name until a moderator has seen the new one: messages carry it.
ALTER TABLE accounts ADD COLUMN asked_name text CHECK (length(asked_name) BETWEEN 1 AND 255);
