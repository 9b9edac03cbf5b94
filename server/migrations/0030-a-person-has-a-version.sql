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
create function note_person_changes(changed integer[]) returns void language sql as $$
  insert into person_changes (account_id)
    select account from unnest(changed) as account where account is not null
    union
    select mate.account_id
    from formed_team_members own
    join formed_team_members mate on mate.team_id = own.team_id and mate.state = 'active'
    where own.account_id = any (changed) and own.state = 'active'
$$;

create function person_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from removed) then perform note_person_changes(array(select account_id from removed)); end if;
  elsif tg_op = 'INSERT' then
    if exists (select from added) then perform note_person_changes(array(select account_id from added)); end if;
  elsif exists (select from added) then
    perform note_person_changes(array(select account_id from added union select account_id from removed));
  end if;
  return null;
end $$;

create function team_of_people_written() returns trigger language plpgsql as $$
begin
  perform note_person_changes(array(
    select account_id from formed_team_members where team_id = new.id and state = 'active'));
  return null;
end $$;

-- Who has left is told too, and those who stay.
create function team_members_written() returns trigger language plpgsql as $$
begin
  perform note_person_changes(array(
    select coalesce(new.account_id, old.account_id) union
    select account_id from formed_team_members
    where team_id in (new.team_id, old.team_id) and state = 'active'));
  return null;
end $$;

do $$
declare
  source text;
begin
  foreach source in array array['participations', 'consents', 'stage_facts', 'stage_results', 'stage_extensions', 'stage_remarks'] loop
    execute format('create trigger person_inserted after insert on %I
      referencing new table as added for each statement execute function person_written()', source);
    execute format('create trigger person_updated after update on %I
      referencing old table as removed new table as added for each statement execute function person_written()', source);
    execute format('create trigger person_deleted after delete on %I
      referencing old table as removed for each statement execute function person_written()', source);
  end loop;
end $$;
create trigger person_written after insert or update or delete on formed_team_members
  for each row execute function team_members_written();
create trigger person_written after update on formed_teams
  for each row execute function team_of_people_written();
