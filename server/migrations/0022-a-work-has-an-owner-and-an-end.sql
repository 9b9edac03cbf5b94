-- The version of the settings that a stage was saved under: its kind brings older ones up to date.
alter table stages add settings_version integer not null default 1 check (settings_version > 0);

-- A draft belongs to one person or to one team.
alter table stage_draft_revisions drop constraint stage_draft_revisions_account_id_stage_id_fkey;
alter table stage_drafts drop constraint stage_drafts_pkey;
alter table stage_drafts
  add id integer generated always as identity primary key,
  add team_id integer,
  alter account_id drop not null,
  add saved_by integer references accounts (id) on delete set null,
  -- When the portal looks at it next: the end of the stage for its owner, with the grace; null when there is nothing to do.
  add due_at timestamptz,
  -- The draft was not taken at the end: its answer was not sound enough for its kind.
  add declined_at timestamptz,
  add foreign key (team_id) references formed_teams (id) on delete cascade,
  add check ((account_id is null) <> (team_id is null)),
  add unique (account_id, stage_id),
  add unique (team_id, stage_id);
create index stage_drafts_due on stage_drafts (due_at) where due_at is not null;

alter table stage_draft_revisions
  add draft_id integer,
  add saved_by integer references accounts (id) on delete set null;
update stage_draft_revisions r set draft_id = d.id
  from stage_drafts d where d.account_id = r.account_id and d.stage_id = r.stage_id;
alter table stage_draft_revisions
  drop constraint stage_draft_revisions_pkey,
  drop account_id,
  drop stage_id,
  alter draft_id set not null,
  add primary key (draft_id, revision),
  add foreign key (draft_id) references stage_drafts (id) on delete cascade;

-- Hand-ins of a team belong to it; who sent them is kept while he has an account.
alter table hand_ins
  add team_id integer,
  alter account_id drop not null,
  add sent_by integer references accounts (id) on delete set null,
  add foreign key (team_id) references formed_teams (id) on delete cascade,
  add check ((account_id is null) <> (team_id is null)),
  add unique (team_id, stage_id, revision);

-- The files of a hand-in, so that nobody has to search for their names in its answer.
create table hand_in_files (
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  primary key (hand_in_id, file_id)
);
create index hand_in_files_by_file on hand_in_files (file_id);
insert into hand_in_files (hand_in_id, file_id)
  select distinct h.id, f.id
  from hand_ins h
  cross join lateral regexp_matches(h.data::text, '[0-9a-f]{32}', 'g') as named
  join files f on f.id = named[1] and f.account_id = h.account_id;

-- A change of a window is looked at anew for every draft of the stage.
create function drafts_due_anew(changed integer[]) returns void language sql as $$
  update stage_drafts d set due_at = '-infinity'
  from stages s
  where s.id = d.stage_id and s.id = any(changed) and s.submit_draft_at_end and d.declined_at is null
$$;
create function stage_window_changed() returns trigger language plpgsql as $$
begin
  perform drafts_due_anew(array[new.id]);
  return null;
end $$;
create trigger stage_window_changed after update on stages for each row
  when (old.closes_at is distinct from new.closes_at or old.track_windows is distinct from new.track_windows
    or old.clock is distinct from new.clock or old.published is distinct from new.published
    or old.submit_draft_at_end is distinct from new.submit_draft_at_end)
  execute function stage_window_changed();
create function stage_window_extended() returns trigger language plpgsql as $$
begin
  perform drafts_due_anew(array[coalesce(new.stage_id, old.stage_id)]);
  return null;
end $$;
create trigger stage_window_extended after insert or update or delete on stage_incidents
  for each row execute function stage_window_extended();
create trigger group_window_extended after insert on stage_extensions for each row
  when (new.audience is not null) execute function stage_window_extended();
create function person_window_extended() returns trigger language plpgsql as $$
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = new.stage_id and due_at is not null;
  return null;
end $$;
create trigger person_window_extended after insert on stage_extensions for each row
  when (new.account_id is not null) execute function person_window_extended();
update stage_drafts d set due_at = '-infinity' from stages s where s.id = d.stage_id and s.submit_draft_at_end;

drop index stages_submitting_drafts_at_end;
