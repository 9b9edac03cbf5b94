-- The status of a stage follows from a running attempt, so a write to it changes the version of its people (0030).
create function attempt_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select new.account_id where new.account_id is not null
    union
    select account_id from formed_team_members where team_id = new.team_id and state = 'active';
  return null;
end $$;
create trigger attempt_written after insert on attempts for each row execute function attempt_written();
-- A heartbeat changes something only after a silence: heartbeatPatience of shared/stages/attempt.ts.
create trigger attempt_rewritten after update on attempts for each row
  when ((old.begun_at, old.limit_minutes, old.extra_minutes, old.finished_at)
    is distinct from (new.begun_at, new.limit_minutes, new.extra_minutes, new.finished_at)
    or new.heard_at > old.heard_at + interval '60 seconds')
  execute function attempt_written();
