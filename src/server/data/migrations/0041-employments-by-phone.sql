-- The phone a customer has invited a worker by, until he confirms: before that it is all the customer is shown of him.
ALTER TABLE employments ADD COLUMN invited_phone text CHECK (invited_phone ~ '^79[0-9]{9}$');
