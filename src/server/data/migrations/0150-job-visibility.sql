-- Who is shown a published job: everybody, the company's favourites, or those invited only. NULL in every row that a payroll makes.
-- One pass over the table, and nothing else of the row changes.
ALTER TABLE jobs DROP CONSTRAINT jobs_offer_terms;
ALTER TABLE jobs ALTER COLUMN is_invite_only TYPE text USING CASE is_invite_only WHEN true THEN 'INVITED' WHEN false THEN 'ALL' END;
ALTER TABLE jobs RENAME COLUMN is_invite_only TO visibility;
ALTER TABLE jobs
  ADD CONSTRAINT jobs_visibility_check CHECK (visibility IN ('ALL', 'FAVOURITES', 'INVITED')),
  ADD CONSTRAINT jobs_offer_terms CHECK (kind <> 'OFFER' OR (pay_type IS NOT NULL AND finish_at IS NOT NULL AND visibility IS NOT NULL AND is_act_required IS NOT NULL));
