-- As lock_if_unchanged (0101), for works of many people that are saved in one statement: who is being written at this moment
-- by somebody else is not waited for, so one person never holds up the others. He counts as changed, and is saved alone.
create function lock_at_once_if_unchanged(
  account integer, stage integer, team integer, season text, season_version_then bigint, person_version_then text
) returns boolean language plpgsql as $$
begin
  if team is not null then
    perform from formed_teams where id = team for update skip locked;
    if not found then return false; end if;
  end if;
  perform from stage_facts where account_id = account and stage_id = stage for update skip locked;
  if not found then return false; end if;
  return exists (select from season_versions where competition_code = season and version = season_version_then)
    and person_version_then = (
      select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n where n.account_id = account);
end $$;
