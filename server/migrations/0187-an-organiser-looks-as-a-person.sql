-- An organiser looks at the portal as one participant, in one session and until a time. Nothing can be written meanwhile.
create table person_views (
  session_id uuid primary key references sessions (id) on delete cascade,
  id uuid not null,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  ends_at timestamptz not null
);
create index person_views_of_an_account on person_views (account_id);

alter table participant_acts drop constraint participant_acts_act_check;
alter table participant_acts add constraint participant_acts_act_check
  check (act in ('disqualified', 'restored', 'moved', 'merged', 'tagged', 'untagged', 'viewed'));
