-- A write of one member changes what is known of all of them, under the lock of the team. So the team is locked first
-- everywhere; otherwise two members could wait for each other (0031).
create or replace function lock_if_unchanged(
  account integer, stage integer, team integer, season text, season_version_then bigint, person_version_then text
) returns boolean language plpgsql as $$
begin
  if team is not null then perform from formed_teams where id = team for update; end if;
  perform from stage_facts where account_id = account and stage_id = stage for update;
  if not found then return false; end if;
  return exists (select from season_versions where competition_code = season and version = season_version_then)
    and person_version_then = (
      select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n where n.account_id = account);
end $$;
