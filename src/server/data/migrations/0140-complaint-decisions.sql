-- What the moderator answers to a complaint, for the person who filed it.

ALTER TABLE complaints ADD COLUMN decision_comment text CHECK (char_length(decision_comment) <= 500);
CREATE INDEX complaints_own ON complaints (person_id, id DESC);
