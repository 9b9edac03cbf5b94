-- Whoever tries a code that the captain has replaced guesses nothing, and reads what has become of it.
create table replaced_team_codes (
  code_hash bytea primary key,
  team_id integer not null references formed_teams (id) on delete cascade
);
create index replaced_team_codes_of_a_team on replaced_team_codes (team_id);

create function team_code_replaced() returns trigger language plpgsql as $$
begin
  insert into replaced_team_codes (code_hash, team_id) values (old.invite_code_hash, old.id) on conflict do nothing;
  return null;
end $$;
create trigger code_replaced after update of invite_code_hash on formed_teams
  for each row when (old.invite_code_hash is not null and old.invite_code_hash is distinct from new.invite_code_hash)
  execute function team_code_replaced();
