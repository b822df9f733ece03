-- When the bank began to hold the transfer: a step of «Где мои деньги».
ALTER TABLE payouts ADD COLUMN held_at timestamptz;
