-- One living refresh token a session, by construction: a column instead of a search among the tokens that were given.
-- The answer that carries a new token may be lost on its way, so the token before it may come once more, as long as nobody
-- has used what it was changed for. Every other token of the family is a replay.

ALTER TABLE sessions
  -- The one token that may be changed for the next.
  ADD COLUMN leaf_hash bytea,
  -- The access token that was given with it: its first call proves that the answer has arrived.
  ADD COLUMN leaf_access uuid,
  -- The token it took the place of; NULL from the moment somebody has used the leaf or its access token.
  ADD COLUMN parent_hash bytea,
  -- Until when the parent may come again.
  ADD COLUMN parent_until timestamptz;

UPDATE sessions s SET leaf_hash = (
  SELECT t.token_hash FROM refresh_tokens t WHERE t.session_id = s.id AND t.used_at IS NULL ORDER BY t.issued_at DESC LIMIT 1
) WHERE s.ended_at IS NULL;

ALTER TABLE refresh_tokens DROP COLUMN used_at;
