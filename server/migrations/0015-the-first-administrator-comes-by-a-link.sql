-- A portal without demo has no accounts at all: its operator makes the first administrator by a link that the start prints.
create table first_administrator_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
