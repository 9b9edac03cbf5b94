-- Keyed hashes of the codes that were not used yet.
alter table accounts add column recovery_codes bytea[] not null default '{}';
