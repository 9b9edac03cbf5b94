-- Two accounts of one person become one. The other stays without anything of its own, so that its address and number still
-- lead to the person, and goes when the person is erased.
alter table accounts add column merged_into integer references accounts (id) on delete cascade;
alter table accounts add constraint accounts_merged_are_disabled check (merged_into is null or disabled_at is not null);
create index accounts_merged_into on accounts (merged_into) where merged_into is not null;

-- A number that a person had once may be the login of another account of the same person.
create table former_phones (
  account_id integer not null references accounts (id) on delete cascade,
  phone text not null,
  until timestamptz not null,
  primary key (account_id, phone)
);
create index former_phones_by_number on former_phones (phone);

-- Accounts that look alike and were found to be of different people.
create table different_people (
  account_id integer not null references accounts (id) on delete cascade,
  other_id integer not null references accounts (id) on delete cascade,
  reason text not null,
  told_by integer references accounts (id) on delete set null,
  told_at timestamptz not null,
  primary key (account_id, other_id),
  check (account_id < other_id)
);
create index different_people_of_the_other on different_people (other_id);
create index different_people_told_by on different_people (told_by) where told_by is not null;

create table account_merges (
  merged_id integer primary key references accounts (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  reason text not null,
  -- Rows that did not stand, by table, as they were.
  set_aside jsonb not null default '{}',
  merged_by integer references accounts (id) on delete set null,
  merged_at timestamptz not null
);
create index account_merges_of_a_person on account_merges (account_id);
create index account_merges_by on account_merges (merged_by) where merged_by is not null;

alter table participant_acts drop constraint participant_acts_act_check;
alter table participant_acts
  add constraint participant_acts_act_check check (act in ('disqualified', 'restored', 'moved', 'merged'));

-- Recordings follow their questions to another account.
alter table video_takes drop constraint video_takes_account_id_stage_id_question_fkey;
alter table video_takes add constraint video_takes_of_a_question foreign key (account_id, stage_id, question)
  references video_questions (account_id, stage_id, question) on update cascade on delete cascade;
