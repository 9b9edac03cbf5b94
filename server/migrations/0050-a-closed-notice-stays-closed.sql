-- Names of notices that the person has closed for good (shared/profile/closed-notices.ts).
alter table accounts add column closed_notices text[] not null default '{}';
