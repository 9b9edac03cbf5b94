-- A moment that was read before the wait for a lock may be earlier than one that took effect meanwhile. Of two decisions about
-- one person at one stage the later one holds, so its moment is the later one, too.
create function decision_takes_effect() returns trigger language plpgsql as $$
declare
  last timestamptz;
begin
  perform from stage_facts where account_id = new.account_id and stage_id = new.stage_id for update;
  select max(published_at) into last from stage_decisions
  where account_id = new.account_id and stage_id = new.stage_id and id <> new.id;
  if last >= new.published_at then new.published_at := last + interval '1 microsecond'; end if;
  return new;
end $$;

create trigger decision_inserted before insert on stage_decisions
  for each row when (new.published_at is not null) execute function decision_takes_effect();
create trigger decision_published before update of published_at on stage_decisions
  for each row when (old.published_at is null and new.published_at is not null) execute function decision_takes_effect();
