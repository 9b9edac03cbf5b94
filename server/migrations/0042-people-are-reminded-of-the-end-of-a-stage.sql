-- When the portal looks whether people have to be reminded of the end of a stage. The row without a person is the look at
-- the stage itself, which adds the people who have handed in nothing.
create table deadline_looks (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer references accounts (id) on delete cascade,
  -- null when there is nothing to look for
  due_at timestamptz,
  -- The end that the person was told last.
  told_end timestamptz,
  unique nulls not distinct (stage_id, account_id)
);
create index deadline_looks_of_a_person on deadline_looks (account_id);
create index deadline_looks_due on deadline_looks (due_at) where due_at is not null;
insert into deadline_looks (stage_id, due_at) select id, '-infinity' from stages;

-- A change of a window is looked at anew for everything of the stage that waits for its end, and for those who are
-- reminded of it.
create or replace function drafts_due_anew(changed integer[]) returns void language sql as $$
  update stage_drafts d set due_at = '-infinity'
  from stages s
  where s.id = d.stage_id and s.id = any(changed) and s.submit_draft_at_end and d.declined_at is null;
  update attempts set due_at = '-infinity' where stage_id = any(changed) and finished_at is null;
  insert into deadline_looks (stage_id) select id from stages where id = any(changed) on conflict do nothing;
  update deadline_looks set due_at = '-infinity' where stage_id = any(changed);
$$;
create or replace function person_window_extended() returns trigger language plpgsql as $$
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = new.stage_id and due_at is not null;
  update attempts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = new.stage_id and finished_at is null;
  insert into deadline_looks (stage_id, account_id, due_at) values (new.stage_id, new.account_id, '-infinity')
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $$;
create trigger stage_window_begun after insert on stages for each row execute function stage_window_changed();
create trigger stage_window_extended after insert or update or delete on stage_reopenings
  for each row execute function stage_window_extended();
