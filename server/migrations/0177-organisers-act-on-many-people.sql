-- One act of an organiser on everybody of an audience. Who is meant is settled when it is asked for; a job goes through
-- them by the key of the account, and keeps for each what came of it, so that the act can be taken back.
create table bulk_acts (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  asked_by integer references accounts (id) on delete set null,
  asked_at timestamptz not null,
  -- Whom it concerns, in words, and what is done, by its kind.
  about text not null,
  act jsonb not null,
  reason text not null,
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  people integer not null,
  -- The last account that the job has come to.
  until integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  done_at timestamptz,
  undone_by integer references accounts (id) on delete set null
);
create index bulk_acts_of_a_competition on bulk_acts (competition_code, id desc);

create table bulk_act_people (
  bulk_act_id integer not null references bulk_acts (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  -- Null until his turn comes; «done», «undone», or why nothing was done.
  outcome text,
  primary key (bulk_act_id, account_id)
);
create index bulk_act_people_of_an_account on bulk_act_people (account_id);

alter table stage_extensions add column bulk_act_id integer references bulk_acts (id) on delete set null;
create index stage_extensions_of_a_bulk_act on stage_extensions (bulk_act_id) where bulk_act_id is not null;

alter table participant_acts drop constraint participant_acts_act_check;
alter table participant_acts add constraint participant_acts_act_check
  check (act in ('disqualified', 'restored', 'moved', 'merged', 'tagged', 'untagged'));

-- Audiences that organisers use again and again.
create table saved_audiences (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  title text not null,
  audience jsonb not null,
  saved_by integer references accounts (id) on delete set null,
  saved_at timestamptz not null
);
create unique index saved_audiences_by_title on saved_audiences (competition_code, lower(title));

-- The tags that are in use, so that they can be offered without reading everybody.
create table competition_tags (
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  tag text not null,
  primary key (competition_code, tag)
);
insert into competition_tags (competition_code, tag)
  select distinct competition_code, unnest(tags) from participations where tags <> '{}';
