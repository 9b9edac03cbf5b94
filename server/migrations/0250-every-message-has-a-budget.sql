-- Messages are counted by receiver, sender and kind; receivers and senders are keyed hashes. Rows are kept two days.
create table message_dispatches (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient bytea not null,
  sender bytea,
  sent_at timestamptz not null
);
create index message_dispatches_by_recipient on message_dispatches (recipient, sent_at);
create index message_dispatches_by_sender on message_dispatches (sender, sent_at) where sender is not null;
create index message_dispatches_by_time on message_dispatches (sent_at);

-- A message over its budget waits, and is then sent together with others of its kind. One about a thing that may still
-- change within minutes waits for 150 seconds: a newer one replaces it, and the end of a thing that nobody was told of
-- is not told either.
alter table outgoing_messages
  add column kind text not null default 'account',
  add column thing text,
  add column announces boolean not null default false,
  add column gathered_until timestamptz;
update outgoing_messages set kind = urgency where urgency <> 'usual';
create index outgoing_messages_gathered on outgoing_messages (gathered_until) where gathered_until is not null;
alter table outbox add column thing text, add column announces boolean not null default false;
