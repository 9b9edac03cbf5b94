-- A file that comes in pieces, or has come and is about to become a file.
create table uploads (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account_id integer not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('file', 'image', 'avatar', 'video')),
  name text not null,
  size integer not null check (size > 0),
  -- The stage and its field for which it is meant; null where that is not a stage.
  stage_id integer references stages (id) on delete cascade,
  field text,
  began_at timestamptz not null,
  -- When something of it came.
  heard_at timestamptz not null,
  -- The call that reads or writes its bytes, until when it may if it says nothing more, and whether another one waits.
  writer text,
  writer_until timestamptz,
  wanted boolean not null default false,
  -- What became of it.
  file_id text references files (id) on delete cascade
);
create index uploads_of_a_person on uploads (account_id);
create index uploads_of_a_stage on uploads (stage_id) where file_id is null;
create index uploads_of_a_file on uploads (file_id);
create index uploads_by_age on uploads (heard_at);
