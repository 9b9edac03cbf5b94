-- The form that organisers are putting together; schema is null when there is nothing that is not published.
create table form_drafts (
  stage_id integer primary key references stages (id) on delete cascade,
  revision integer not null check (revision > 0),
  schema jsonb,
  saved_at timestamptz not null,
  saved_by integer references accounts (id) on delete set null
);
create index form_drafts_by_account on form_drafts (saved_by) where saved_by is not null;

-- What a dictionary of a competition is called. Its items are dictionary_items with the competition's code.
create table own_dictionaries (
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  dict text not null check (dict ~ '^[a-z][a-z0-9_]{0,63}$'),
  title text not null check (title <> ''),
  loaded_at timestamptz not null,
  loaded_by integer references accounts (id) on delete set null,
  primary key (competition_code, dict)
);
create index own_dictionaries_by_account on own_dictionaries (loaded_by) where loaded_by is not null;
