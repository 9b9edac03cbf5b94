-- Since when the paper is somebody's for good. Until then it is made anew when the questions or the rules of drawing change.
alter table test_papers add column given_at timestamptz;
create index test_papers_to_give on test_papers (stage_id) where given_at is null;

create function drop_papers_of_the_bank() returns trigger language plpgsql as $$
begin
  delete from test_papers where given_at is null and stage_id in (
    select s.id from stages s
    where s.competition_code in (
      select q.competition_code from test_questions q join changed on q.id = changed.question_id
    )
  );
  return null;
end $$;
create trigger version_written after insert on test_question_versions
  referencing new table as changed for each statement execute function drop_papers_of_the_bank();
create function drop_papers_of_the_question() returns trigger language plpgsql as $$
begin
  delete from test_papers where given_at is null and stage_id in (
    select id from stages where competition_code = new.competition_code
  );
  return null;
end $$;
create trigger question_retired after update of retired_at on test_questions
  for each row when (old.retired_at is distinct from new.retired_at) execute function drop_papers_of_the_question();
create function drop_papers_of_the_stage() returns trigger language plpgsql as $$
begin
  delete from test_papers where given_at is null and stage_id = new.id;
  return null;
end $$;
create trigger test_drawn_otherwise after update of settings on stages
  for each row when (new.type = 'test' and old.settings is distinct from new.settings)
  execute function drop_papers_of_the_stage();

-- What an organiser has ruled on a version that people were given: it does not count, or its key was wrong. The latest
-- ruling of a version holds.
create table test_rulings (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  version_id integer not null references test_question_versions (id) on delete cascade,
  -- null: the question does not count
  key jsonb,
  reason text not null check (reason <> ''),
  ruled_at timestamptz not null,
  ruled_by integer references accounts (id) on delete set null
);
create index test_rulings_of_a_stage on test_rulings (stage_id);

-- The score of a finished attempt, counted after that many rulings. Nobody is told it before the publication.
create table test_scores (
  attempt_id integer primary key references attempts (id) on delete cascade,
  score numeric(5, 2) not null,
  earned numeric(9, 2) not null,
  points numeric(9, 2) not null,
  rulings integer not null
);

create table test_publications (
  stage_id integer primary key references stages (id) on delete cascade,
  passing integer not null,
  published_at timestamptz not null,
  published_by integer references accounts (id) on delete set null
);
