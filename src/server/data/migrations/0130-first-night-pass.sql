-- The first night pass of a new installation: between midnight and three in the morning, Moscow time, it is still due the same night.
UPDATE tax_sweeps SET due_at = least(due_at, (date_trunc('day', now() AT TIME ZONE 'Europe/Moscow' - interval '3 hours') + interval '1 day 3 hours') AT TIME ZONE 'Europe/Moscow') WHERE name = 'recheck';
