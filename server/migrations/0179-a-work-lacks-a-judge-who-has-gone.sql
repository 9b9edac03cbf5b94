-- Works that have lost a judge while the judging goes on, whatever way: a job gives them others.
create table reading_gaps (
  work_id integer primary key references works (id) on delete cascade
);

create function judge_dropped_out() returns trigger language plpgsql as $$
begin
  insert into reading_gaps (work_id)
  select w.id from works w join judgings j on j.stage_id = w.stage_id
  where w.id = old.work_id and j.state = 'reading' and w.waits_since is not null and not old.for_appeal
  on conflict do nothing;
  return null;
end $$;
create trigger judge_dropped_out after delete on readings for each row execute function judge_dropped_out();
create trigger judge_abstained after update of abstained on readings for each row
  when (new.abstained is not null and old.abstained is null) execute function judge_dropped_out();
