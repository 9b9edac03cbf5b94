-- Tables of people that organisers ask for. The row stays and says who took what; the file goes after some days.
create table exports (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  asked_by integer references accounts (id) on delete set null,
  asked_at timestamptz not null,
  format text not null check (format in ('xlsx', 'csv')),
  audience jsonb not null,
  -- The audience in words, as it was called then.
  about text not null,
  columns text[] not null check (cardinality(columns) > 0),
  reason text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'gone')),
  rows integer not null default 0,
  done_at timestamptz,
  -- Bytes on the disk, encrypted by a key of their own.
  file text,
  size bigint,
  sealed_key bytea,
  iv bytea,
  tag bytea,
  check ((state = 'ready') = (file is not null and size is not null and sealed_key is not null and iv is not null and tag is not null))
);
create index exports_of_a_competition on exports (competition_code, id desc);

create table export_downloads (
  id integer generated always as identity primary key,
  export_id integer not null references exports (id) on delete cascade,
  account_id integer references accounts (id) on delete set null,
  at timestamptz not null
);
create index export_downloads_of_an_export on export_downloads (export_id);
