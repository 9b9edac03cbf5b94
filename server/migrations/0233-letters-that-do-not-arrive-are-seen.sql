-- Codes and warnings have gateways' connections of their own; a message that cannot be delivered is shown and can be
-- sent again. The recipient is a keyed hash, so that an erasure finds what waits for a person.
alter table outgoing_messages
  add column urgency text not null default 'usual' check (urgency in ('code', 'security', 'usual')),
  add column recipient bytea,
  add column failing_since timestamptz,
  add column failed_at timestamptz,
  add column failure text check (failure in ('no_mailbox', 'refused', 'bad_address', 'unreachable', 'unsure', 'late')),
  -- The numbers of the gateway's answer, without its words: they may repeat the address.
  add column answer text,
  -- A gateway took the message and broke the connection before it said so.
  add column unsure boolean not null default false;

create index outgoing_messages_failed on outgoing_messages (id desc) where failed_at is not null;
create index outgoing_messages_by_recipient on outgoing_messages (recipient) where sent_at is null;
