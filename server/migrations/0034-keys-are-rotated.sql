-- When a key signed tokens, by the mark that sealed values of the key would carry: the mark tells nothing of the key.
create table signing_keys (
  mark bytea primary key,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null
);
