-- What the stages of a person are worked out from has a version: the set of the person's rows here. Every write to it adds
-- a row in its own transaction. Rows are only added, so two writers never wait for each other; a set of numbers, unlike
-- the largest of them, also tells of a transaction that began earlier and was committed later. There is no foreign key:
-- a row costs little, and what is left of an account that is gone harms nobody.
create table person_changes (
  id bigint generated always as identity,
  account_id integer not null,
  primary key (account_id, id)
);

-- The members of a team wait for each other, so what changes for one changes for all.
create function person_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select account from unnest(array[new.account_id, old.account_id]) as account where account is not null
    union
    select mate.account_id
    from formed_team_members own
    join formed_team_members mate on mate.team_id = own.team_id and mate.state = 'active'
    where own.account_id in (new.account_id, old.account_id) and own.state = 'active';
  return null;
end $$;

create function team_of_people_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select account_id from formed_team_members where team_id = new.id and state = 'active';
  return null;
end $$;

-- Who has left is told too, and those who stay.
create function team_members_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select coalesce(new.account_id, old.account_id) union
    select account_id from formed_team_members
    where team_id in (new.team_id, old.team_id) and state = 'active';
  return null;
end $$;

create trigger person_written after insert or update or delete on participations
  for each row execute function person_written();
create trigger person_written after insert or update or delete on consents
  for each row execute function person_written();
create trigger person_written after insert or delete on stage_facts
  for each row execute function person_written();
-- A row is also written to lock it; that changes nothing.
create trigger person_rewritten after update on stage_facts
  for each row when (old.* is distinct from new.*) execute function person_written();
create trigger person_written after insert or update or delete on stage_results
  for each row execute function person_written();
create trigger person_written after insert or update or delete on stage_extensions
  for each row execute function person_written();
create trigger person_written after insert or update or delete on stage_remarks
  for each row execute function person_written();
create trigger person_written after insert or update or delete on formed_team_members
  for each row execute function team_members_written();
create trigger person_written after update on formed_teams
  for each row execute function team_of_people_written();
