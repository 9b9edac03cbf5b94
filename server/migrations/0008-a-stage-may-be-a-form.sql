create table form_versions (
  stage_id integer not null references stages (id) on delete cascade,
  version integer not null check (version > 0),
  schema jsonb not null,
  published_at timestamptz not null,
  primary key (stage_id, version)
);
