-- A message of an organiser to many people: who they are is found again while it is sent.
create table broadcasts (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  asked_by integer references accounts (id) on delete set null,
  asked_at timestamptz not null,
  audience jsonb not null,
  -- The audience in words, as it was called then.
  about text not null,
  title text not null,
  text text not null,
  by_letter boolean not null,
  starts_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'sending', 'sent', 'cancelled')),
  -- How many people there were when it was asked for.
  people integer not null,
  -- Up to whom it has been sent, by the key of the account.
  sent_until integer not null default 0,
  sent integer not null default 0,
  letters integer not null default 0,
  done_at timestamptz,
  cancelled_by integer references accounts (id) on delete set null
);
create index broadcasts_of_a_competition on broadcasts (competition_code, id desc);

create table broadcast_recipients (
  broadcast_id integer not null references broadcasts (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  at timestamptz not null,
  -- How it went out: nothing for somebody who wants no such messages.
  on_portal boolean not null,
  by_letter boolean not null,
  primary key (broadcast_id, account_id)
);
create index broadcast_recipients_of_an_account on broadcast_recipients (account_id);
