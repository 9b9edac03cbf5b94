-- The keys of one version of a questionnaire's items (form_versions) and its norms. Participants never receive them.
create table questionnaire_keys (
  stage_id integer not null references stages (id) on delete cascade,
  form_version integer not null,
  keys jsonb not null,
  norm_version integer not null check (norm_version > 0),
  norms jsonb not null,
  imported_at timestamptz not null,
  imported_by integer references accounts (id) on delete set null,
  primary key (stage_id, form_version)
);

-- What the answers of one hand-in come to, by the keys and norms of the version that was answered.
create table questionnaire_results (
  hand_in_id integer primary key references hand_ins (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  -- The person's name for those who read profiles: random, so that it leads to nobody.
  alias text not null unique,
  form_version integer not null,
  norm_version integer not null,
  norm_group text not null,
  scales jsonb not null,
  flags text[] not null,
  inconsistency numeric,
  desirability numeric,
  seconds integer,
  comment text not null default '',
  scored_at timestamptz not null
);
create index questionnaire_results_stage on questionnaire_results (stage_id, alias);
create index questionnaire_results_account on questionnaire_results (account_id);

-- Reports of a stage that an organiser has published.
create table questionnaire_reports (
  stage_id integer primary key references stages (id) on delete cascade,
  published_at timestamptz not null,
  published_by integer references accounts (id) on delete set null
);

-- Earlier answers that a person has agreed to use again.
create table questionnaire_reuse (
  hand_in_id integer primary key references hand_ins (id) on delete cascade,
  from_hand_in_id integer references hand_ins (id) on delete set null,
  agreed_at timestamptz not null
);
