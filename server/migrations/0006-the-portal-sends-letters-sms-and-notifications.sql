-- What the demo shows at /dev/outbox instead of sending.
create table outbox (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  code text,
  created_at timestamptz not null
);
create index outbox_by_recipient on outbox (lower(recipient), id);

-- A message on its way. What it says is sealed and goes when it is sent: letters carry codes.
create table outgoing_messages (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  sealed bytea,
  queued_at timestamptz not null,
  sent_at timestamptz
);

-- By which letters and SMS with codes are limited.
create table code_dispatches (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  client text not null,
  -- What the code is for: a letter for one purpose does not hold back a letter for another.
  purpose text not null check (purpose in ('registration', 'second_factor', 'email', 'password')),
  sent_at timestamptz not null
);
create index code_dispatches_by_recipient on code_dispatches (recipient text_pattern_ops, sent_at);
create index code_dispatches_by_client on code_dispatches (client, sent_at);
create index code_dispatches_by_time on code_dispatches (sent_at);

create table notifications (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  title text not null,
  text text not null,
  payload text not null default '',
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_unread on notifications (account_id, id desc) where read_at is null;
create index notifications_read on notifications (account_id, id desc) where read_at is not null;
