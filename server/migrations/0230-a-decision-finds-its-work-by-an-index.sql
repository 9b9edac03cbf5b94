-- An "or" over a person and his teams made PostgreSQL read the whole queue of the stage for each decision.
create or replace function stage_settled() returns trigger language plpgsql as $$
begin
  update works set waits_since = null, refused_by = null
  where waits_since is not null and id in (
    select w.id from works w where w.stage_id = new.stage_id and w.account_id = new.account_id
    union all
    select w.id from formed_team_members m join works w on w.team_id = m.team_id and w.stage_id = new.stage_id
    where m.account_id = new.account_id and m.state = 'active');
  return null;
end $$;

-- Whether a work is being compared with others is asked for each that is given to a reader; hardly any is.
create index stage_facts_processing on stage_facts (stage_id, account_id)
  where processing_at is not null and interrupted_at is null;
