-- What concerns a workman alone is told by SMS at once. Whoever chose otherwise for the topic it was
-- part of keeps his choice.
INSERT INTO notice_settings (person_id, channel, topic, mode)
SELECT s.person_id, s.channel, parted.topic, s.mode
FROM notice_settings s
JOIN (VALUES ('jobs', 'chosen'), ('failures', 'ownPayouts'), ('documents', 'ownDocuments'))
  AS parted(former, topic) ON parted.former = s.topic
ON CONFLICT DO NOTHING;
