create table files (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account_id integer not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('file', 'image')),
  name text not null,
  type text not null,
  size integer not null,
  sha256 text not null,
  -- A file that was handed in stays as long as what it was handed in with.
  handed_in boolean not null default false,
  created_at timestamptz not null default now()
);
create index files_account on files (account_id, created_at);
