-- The notices of a message to many go out at once. Its letters follow at their own pace, and stop when it is cancelled.
alter table broadcasts drop constraint broadcasts_state_check;
alter table broadcasts add constraint broadcasts_state_check
  check (state in ('planned', 'sending', 'lettering', 'sent', 'cancelled'));
alter table broadcasts add column lettered integer not null default 0;
alter table broadcasts add column lettered_until integer not null default 0;
-- Until now a letter was queued together with its notice.
update broadcasts set lettered = sent, lettered_until = sent_until;
