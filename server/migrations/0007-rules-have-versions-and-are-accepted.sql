-- From such a moment on, what was answered before no longer counts, and the stage is open again.
create table stage_reopenings (
  stage_id integer not null references stages (id) on delete cascade,
  at timestamptz not null,
  reason text not null default '',
  primary key (stage_id, at)
);

create table rules_versions (
  stage_id integer not null references stages (id) on delete cascade,
  version integer not null check (version > 0),
  text text not null,
  effective_from timestamptz not null,
  requires_reaccept boolean not null default true,
  primary key (stage_id, version)
);

-- Every answer is kept as the act that it is; the last one counts.
create table rules_answers (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null,
  version integer not null,
  status text not null check (status in ('done', 'fail')),
  comment text not null default '',
  answered_at timestamptz not null,
  ip text not null,
  text_hash text not null,
  foreign key (stage_id, version) references rules_versions (stage_id, version)
);
create index rules_answers_of_a_person on rules_answers (account_id, stage_id, id desc);
