-- For a write that was worked out from what the process remembers: locks the stage for the person, and his team, as every
-- write does, and says whether the season and the person still have these versions. What is asked after the lock sees
-- what the last holder of the lock has committed. False also while the person has done nothing at the stage.
create function lock_if_unchanged(
  account integer, stage integer, team integer, season text, season_version_then bigint, person_version_then text
) returns boolean language plpgsql as $$
begin
  perform from stage_facts where account_id = account and stage_id = stage for update;
  if not found then return false; end if;
  if team is not null then perform from formed_teams where id = team for update; end if;
  return exists (select from season_versions where competition_code = season and version = season_version_then)
    and person_version_then = (
      select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n where n.account_id = account);
end $$;

-- Every autosave writes a revision. Who saved it is a note beside it, and not worth a look at the account each time.
alter table stage_draft_revisions drop constraint stage_draft_revisions_saved_by_fkey;
