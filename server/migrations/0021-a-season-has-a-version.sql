-- What is the same for everybody in a competition is kept in the memory of each process under a version. Every write to
-- it raises the version in its own transaction and says so on the channel season_changed. The version travels with each
-- person's own facts, so a message that was lost does no harm.
create table season_versions (
  competition_code text primary key references competitions (code) on update cascade on delete cascade,
  version bigint not null default 1
);
insert into season_versions (competition_code) select code from competitions;

create function raise_season_version(codes text[]) returns void language plpgsql as $$
declare
  changed text;
begin
  -- In one order, so that two writers never wait for each other.
  for changed in select distinct code from unnest(codes) as code where code is not null order by code loop
    insert into season_versions (competition_code)
      select code from competitions where code = changed
      on conflict (competition_code) do update set version = season_versions.version + 1;
    perform pg_notify('season_changed', changed);
  end loop;
end $$;

create function season_written_by_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform raise_season_version(array(select to_jsonb(r) ->> tg_argv[0] from removed r));
  else
    perform raise_season_version(array(select to_jsonb(r) ->> tg_argv[0] from added r));
  end if;
  return null;
end $$;

create function season_written_by_stage() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform raise_season_version(array(
      select s.competition_code from removed r join stages s on s.id = (to_jsonb(r) ->> 'stage_id')::int));
  else
    perform raise_season_version(array(
      select s.competition_code from added r join stages s on s.id = (to_jsonb(r) ->> 'stage_id')::int));
  end if;
  return null;
end $$;

create trigger season_inserted after insert on competitions
  referencing new table as added for each statement execute function season_written_by_code('code');
create trigger season_updated after update on competitions
  referencing new table as added for each statement execute function season_written_by_code('code');
create trigger season_inserted after insert on tracks
  referencing new table as added for each statement execute function season_written_by_code('competition_code');
create trigger season_updated after update on tracks
  referencing new table as added for each statement execute function season_written_by_code('competition_code');
create trigger season_deleted after delete on tracks
  referencing old table as removed for each statement execute function season_written_by_code('competition_code');
create trigger season_inserted after insert on stages
  referencing new table as added for each statement execute function season_written_by_code('competition_code');
create trigger season_updated after update on stages
  referencing new table as added for each statement execute function season_written_by_code('competition_code');
create trigger season_deleted after delete on stages
  referencing old table as removed for each statement execute function season_written_by_code('competition_code');
create trigger season_inserted after insert on stage_reopenings
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on stage_reopenings
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on stage_reopenings
  referencing old table as removed for each statement execute function season_written_by_stage();
create trigger season_inserted after insert on stage_incidents
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on stage_incidents
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on stage_incidents
  referencing old table as removed for each statement execute function season_written_by_stage();
create trigger season_inserted after insert on form_versions
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on form_versions
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on form_versions
  referencing old table as removed for each statement execute function season_written_by_stage();

-- An extension of one person is read with his facts; one of a whole audience belongs to the season.
create function season_extended() returns trigger language plpgsql as $$
begin
  if coalesce(new.audience, old.audience) is not null then
    perform raise_season_version(array(
      select competition_code from stages where id in (new.stage_id, old.stage_id)));
  end if;
  return null;
end $$;
create trigger season_extended after insert or update or delete on stage_extensions
  for each row execute function season_extended();
create index stage_extensions_of_a_person on stage_extensions (account_id, stage_id, id) where account_id is not null;

-- Dictionaries are kept in memory as a whole.
create table dictionary_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);
insert into dictionary_version default values;
create function raise_dictionary_version() returns trigger language plpgsql as $$
begin
  update dictionary_version set version = version + 1;
  perform pg_notify('dictionaries_changed', '*');
  return null;
end $$;
create trigger dictionaries_changed after insert or update or delete or truncate on dictionary_items
  for each statement execute function raise_dictionary_version();

-- A caller is remembered with his flags, roles and second factor.
create trigger flags_changed after insert or update or delete on admin_flags
  for each row execute function tell_access_changed('account_id');
create trigger roles_changed after insert or update or delete on account_roles
  for each row execute function tell_access_changed('account_id');
create trigger second_factor_changed after update on accounts for each row
  when (old.second_factor is distinct from new.second_factor or old.is_demo is distinct from new.is_demo)
  execute function tell_access_changed('id');

-- For an insert there is no old row to tell of.
create or replace function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', coalesce(to_jsonb(old), to_jsonb(new)) ->> tg_argv[0]);
  return null;
end $$;
