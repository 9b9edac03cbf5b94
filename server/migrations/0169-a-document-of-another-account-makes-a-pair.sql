-- Somebody applied with the number of a document that another account has: the two may be one person's.
create table document_clashes (
  account_id integer not null references accounts (id) on delete cascade,
  other_id integer not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('passport', 'snils')),
  at timestamptz not null,
  primary key (account_id, other_id, kind),
  check (account_id < other_id)
);
create index document_clashes_of_the_other on document_clashes (other_id);
