-- Whom a captain has called by e-mail: the address as a hash, and so much of it as tells one letter from another. Whoever
-- confirms this address as his own, now or later, is invited.
create table formed_team_letters (
  id integer generated always as identity primary key,
  team_id integer not null references formed_teams (id) on delete cascade,
  address_hash bytea not null,
  shown text not null,
  since timestamptz not null,
  unique (team_id, address_hash)
);
create index formed_team_letters_to_an_address on formed_team_letters (address_hash);
