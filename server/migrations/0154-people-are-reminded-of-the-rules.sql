-- When an organiser reminded everybody who had not accepted this version; once a day at most.
alter table rules_versions add column reminded_at timestamptz;
