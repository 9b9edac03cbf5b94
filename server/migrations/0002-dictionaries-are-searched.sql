create extension if not exists pg_trgm;

-- Which edition of the portal's own dictionaries was loaded last, so that a start writes nothing when none has changed.
create table dictionary_edition (
  only_row boolean primary key default true check (only_row),
  checksum text not null
);

create table dictionary_items (
  dict text not null check (dict ~ '^[a-z0-9][a-z0-9_]{0,63}$'),
  id text not null check (id <> ''),
  value text not null,
  -- The value as it is compared: lower case, ё as е, only letters, digits and single spaces.
  search text not null,
  -- kladr_code of the region and name of the federal district, where the item belongs to one.
  region text,
  fo text,
  -- Null: for every competition. No reference: a dictionary may be loaded before its competition.
  competition_code text,
  sort integer not null default 0,
  -- Not suggested any more, yet still readable in the answers that chose it.
  retired boolean not null default false,
  constraint dictionary_items_key unique nulls not distinct (dict, id, competition_code)
);

create index dictionary_items_order on dictionary_items (dict, sort, value);
create index dictionary_items_search on dictionary_items using gin (search gin_trgm_ops);
