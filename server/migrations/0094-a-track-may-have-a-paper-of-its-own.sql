-- A paper that was made ahead follows the track of its person.
create function drop_papers_of_the_person() returns trigger language plpgsql as $$
begin
  delete from test_papers where given_at is null and account_id = new.account_id and stage_id in (
    select id from stages where competition_code = new.competition_code
  );
  return null;
end $$;
create trigger test_track_changed after update of track_code on participations
  for each row when (old.track_code is distinct from new.track_code) execute function drop_papers_of_the_person();
create index test_papers_of_a_person on test_papers (account_id) where given_at is null;
