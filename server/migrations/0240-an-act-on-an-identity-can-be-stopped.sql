-- What staff do to somebody's login is told to the person first, can be stopped by a link without a login, and can be undone.
create table identity_acts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('merge')),
  account_id integer not null references accounts (id) on delete cascade,
  -- The account that is merged into the first.
  other_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  -- What was asked for, in the words of its kind.
  asked jsonb not null,
  reason text not null,
  asked_by integer references accounts (id) on delete set null,
  asked_at timestamptz not null,
  -- The second person; null when signs proved enough.
  confirmed_by integer references accounts (id) on delete set null,
  confirmed_reason text,
  state text not null check (state in ('waiting', 'told', 'done', 'settled', 'withdrawn', 'stopped', 'undone', 'failed')),
  due_at timestamptz,
  -- Until then it can be stopped or undone.
  until timestamptz,
  ended_at timestamptz,
  -- Who stopped it; null for the person, who has no need to log in.
  ended_by integer references accounts (id) on delete set null,
  ended_reason text,
  -- What undoing needs, as long as it can be undone.
  undo jsonb,
  check (confirmed_by <> asked_by),
  check (state in ('waiting', 'withdrawn') or (due_at is not null and until is not null)),
  check (undo is null or state = 'done')
);
create unique index identity_acts_one_of_an_account on identity_acts (account_id) where state in ('waiting', 'told', 'done');
create unique index identity_acts_one_of_the_other on identity_acts (other_id) where state in ('waiting', 'told', 'done');
create index identity_acts_of_an_account on identity_acts (account_id);
create index identity_acts_of_the_other on identity_acts (other_id);
create index identity_acts_of_a_competition on identity_acts (competition_code, asked_at);
create index identity_acts_asked_by on identity_acts (asked_by) where asked_by is not null;
create index identity_acts_confirmed_by on identity_acts (confirmed_by) where confirmed_by is not null;
create index identity_acts_ended_by on identity_acts (ended_by) where ended_by is not null;

-- One link for each letter: whoever has the letter may stop the act.
create table identity_act_links (
  token_hash bytea primary key,
  act_id integer not null references identity_acts (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade
);
create index identity_act_links_of_an_act on identity_act_links (act_id);
create index identity_act_links_of_a_person on identity_act_links (account_id);

-- A login by the address of a merged account leads to the other account only once the merge cannot be undone any more.
alter table accounts add column enters_as integer references accounts (id) on delete cascade;
update accounts set enters_as = merged_into where merged_into is not null;
create index accounts_enters_as on accounts (enters_as) where enters_as is not null;
