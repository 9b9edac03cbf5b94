-- What is written for many people in one statement adds their rows to `person_changes` in one statement, too: an act on
-- many spent half of its time on one at a time.
create function people_changed(accounts integer[]) returns void language sql as $$
  insert into person_changes (account_id)
    select account from unnest(accounts) as account where account is not null
    union
    select mate.account_id
    from formed_team_members own
    join formed_team_members mate on mate.team_id = own.team_id and mate.state = 'active'
    where own.account_id = any(accounts) and own.state = 'active'
$$;

create function people_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform people_changed(array(select account_id from added));
  elsif tg_op = 'DELETE' then perform people_changed(array(select account_id from removed));
  else perform people_changed(array(select account_id from added union select account_id from removed));
  end if;
  return null;
end $$;

-- Rows of facts with nothing in them are made to be locked, and rows are written to lock them: that changes nothing.
create function facts_begun() returns trigger language plpgsql as $$
begin
  perform people_changed(array(
    select account_id from added
    where num_nonnulls(started_at, submitted_at, processing_at, interrupted_at, passed_at, failed_at, returned_at) > 0
      or reasons <> '{}'));
  return null;
end $$;

create function facts_rewritten() returns trigger language plpgsql as $$
begin
  perform people_changed(array(
    select account_id from (select * from added except select * from removed) as written
    union
    select account_id from (select * from removed except select * from added) as written));
  return null;
end $$;

create function decisions_published() returns trigger language plpgsql as $$
begin
  perform people_changed(array(select account_id from added where published_at is not null));
  return null;
end $$;

drop trigger person_written on participations;
create trigger people_added after insert on participations
  referencing new table as added for each statement execute function people_written();
create trigger people_written after update on participations
  referencing new table as added old table as removed for each statement execute function people_written();
create trigger people_removed after delete on participations
  referencing old table as removed for each statement execute function people_written();

drop trigger person_begun on stage_facts;
create trigger people_begun after insert on stage_facts
  referencing new table as added for each statement execute function facts_begun();
drop trigger person_rewritten on stage_facts;
create trigger people_rewritten after update on stage_facts
  referencing new table as added old table as removed for each statement execute function facts_rewritten();

drop trigger person_written on stage_decisions;
create trigger people_decided after insert on stage_decisions
  referencing new table as added for each statement execute function decisions_published();

drop trigger person_written on stage_extensions;
create trigger people_extended after insert on stage_extensions
  referencing new table as added for each statement execute function people_written();
create trigger people_rewritten after update on stage_extensions
  referencing new table as added old table as removed for each statement execute function people_written();
create trigger people_removed after delete on stage_extensions
  referencing old table as removed for each statement execute function people_written();
