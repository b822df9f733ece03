-- Where copies of the owner's notices about the company go; NULL: nowhere.
ALTER TABLE accounts ADD COLUMN notice_email text CHECK (notice_email LIKE '%@%' AND length(notice_email) <= 254);
CREATE INDEX accounts_notice_email ON accounts (id) WHERE notice_email IS NOT NULL;

-- 0: to the person himself; otherwise a copy to the address of this company.
ALTER TABLE outgoing_messages ADD COLUMN account_id integer NOT NULL DEFAULT 0;
DROP INDEX outgoing_messages_gathering;
CREATE UNIQUE INDEX outgoing_messages_gathering ON outgoing_messages (person_id, account_id, channel) WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0;
