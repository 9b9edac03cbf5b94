-- A code is accepted only in the session epoch in which it was asked for: a new password, a reset and the end of all
-- sessions raise the epoch. The first epoch is 1, so codes sent before this migration are not accepted any more.
alter table email_verifications add column session_epoch integer not null default 0;
alter table phone_changes add column session_epoch integer not null default 0;
alter table password_resets add column session_epoch integer not null default 0;
