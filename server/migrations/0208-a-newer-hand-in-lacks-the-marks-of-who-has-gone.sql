-- Marks of a judge who was removed count while the hand-in that they are of stands. A newer one lacks a judge, as if he had
-- gone just then.
create function newer_hand_in_lacks_judges() returns trigger language plpgsql as $$
begin
  insert into reading_gaps (work_id)
  select new.id from judgings j
  where j.stage_id = new.stage_id and j.state = 'reading' and exists (
    select from readings r
    where r.work_id = new.id and r.abstained is null and not r.for_appeal and not exists (
      select from stage_staff d where d.stage_id = new.stage_id and d.account_id = r.judge_id and d.duty = 'judge'))
  on conflict do nothing;
  return null;
end $$;
create trigger newer_hand_in_lacks_judges after update of hand_in_id on works for each row
  when (new.hand_in_id <> old.hand_in_id and new.waits_since is not null) execute function newer_hand_in_lacks_judges();
