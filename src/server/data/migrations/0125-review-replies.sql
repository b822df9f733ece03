-- What the reviewed side answers to a review; the moderator judges it as he judges reviews.

ALTER TABLE account_reviews
  ADD COLUMN reply text CHECK (char_length(reply) BETWEEN 2 AND 2000),
  ADD COLUMN reply_state text CHECK (reply_state IN ('MODERATION', 'PUBLISHED', 'REJECTED')),
  ADD COLUMN reply_reject_reason text,
  ADD COLUMN reply_reject_comment text,
  ADD COLUMN replied_at timestamptz,
  ADD CHECK (num_nulls(reply, reply_state, replied_at) IN (0, 3));
CREATE INDEX account_reviews_replies ON account_reviews (replied_at) WHERE reply_state = 'MODERATION';

ALTER TABLE workman_reviews
  ADD COLUMN reply text CHECK (char_length(reply) BETWEEN 2 AND 2000),
  ADD COLUMN reply_state text CHECK (reply_state IN ('MODERATION', 'PUBLISHED', 'REJECTED')),
  ADD COLUMN reply_reject_reason text,
  ADD COLUMN reply_reject_comment text,
  ADD COLUMN replied_at timestamptz,
  ADD CHECK (num_nulls(reply, reply_state, replied_at) IN (0, 3));
CREATE INDEX workman_reviews_replies ON workman_reviews (replied_at) WHERE reply_state = 'MODERATION';
