-- Who need not do a part that was added to a stage after they had handed in all the others.
create table multiform_spared (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  primary key (stage_id, account_id)
);
create index multiform_spared_of_a_person on multiform_spared (account_id);
-- The status of the stage follows from these (0030).
create trigger person_written after insert or delete on multiform_spared
  for each row execute function person_written();

create index stages_below on stages (parent_id) where parent_id is not null;

-- The window of a whole is that of its parts (0042), as far as they have none of their own.
create or replace function drafts_due_anew(changed integer[]) returns void language plpgsql as $$
declare
  all_changed integer[] := changed || array(
    select p.id from stages p join stages w on w.id = p.parent_id where w.type = 'multiform' and w.id = any(changed));
begin
  update stage_drafts d set due_at = '-infinity'
  from stages s left join stages w on w.id = s.parent_id and w.type = 'multiform'
  where s.id = d.stage_id and s.id = any(all_changed) and d.declined_at is null
    and (s.submit_draft_at_end or coalesce(w.submit_draft_at_end, false));
  update attempts set due_at = '-infinity' where stage_id = any(all_changed) and finished_at is null;
  insert into deadline_looks (stage_id) select id from stages where id = any(all_changed) on conflict do nothing;
  update deadline_looks set due_at = '-infinity' where stage_id = any(all_changed);
end $$;

-- An extension of a whole is one of each part. Of the end of a part the person is told with the whole.
create or replace function person_window_extended() returns trigger language plpgsql as $$
declare
  changed integer[] := array[new.stage_id] || array(
    select p.id from stages p join stages w on w.id = p.parent_id where w.type = 'multiform' and w.id = new.stage_id);
  looked integer[] := array[new.stage_id] || array(
    select w.id from stages p join stages w on w.id = p.parent_id where w.type = 'multiform' and p.id = new.stage_id);
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and due_at is not null;
  update attempts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and finished_at is null;
  insert into deadline_looks (stage_id, account_id, due_at)
    select looks, new.account_id, '-infinity' from unnest(looked) as looks
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $$;
