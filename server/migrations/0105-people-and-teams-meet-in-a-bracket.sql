-- The bracket of a stage. The seed of the draw is made once; the rules are kept as they were when the bracket was published.
create table playoffs (
  stage_id integer primary key references stages (id) on delete cascade,
  seed text not null,
  -- How often a seed was made: participants see it, so nobody throws until the draw suits him.
  throws integer not null default 1,
  drawn_at timestamptz,
  drawn_by integer references accounts (id) on delete set null,
  rules jsonb,
  entrants integer check (entrants between 2 and 128),
  check ((drawn_at is null) = (rules is null) and (drawn_at is null) = (entrants is null))
);
create trigger season_inserted after insert on playoffs
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on playoffs
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on playoffs
  referencing old table as removed for each statement execute function season_written_by_stage();

-- A person or a team in a bracket, by the seed; the place stays when the account or the team is gone.
create table playoff_entrants (
  id integer generated always as identity primary key,
  stage_id integer not null references playoffs (stage_id) on delete cascade,
  seed integer not null,
  team_id integer references formed_teams (id) on delete set null,
  -- What was drawn: the public number of the person or of the team.
  number integer not null,
  rating double precision,
  dropped_at timestamptz,
  dropped_because text,
  unique (stage_id, seed),
  check ((dropped_at is null) = (dropped_because is null))
);
create index playoff_entrants_of_a_team on playoff_entrants (team_id) where team_id is not null;

create table playoff_people (
  entrant_id integer primary key references playoff_entrants (id) on delete cascade,
  stage_id integer not null references playoffs (stage_id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  unique (stage_id, account_id)
);
create index playoff_people_of_an_account on playoff_people (account_id);

create table playoff_matches (
  id integer generated always as identity primary key,
  stage_id integer not null references playoffs (stage_id) on delete cascade,
  round integer not null,
  place integer not null,
  -- Who plays, as it follows from the matches before; nobody comes where a side is a bye.
  a integer references playoff_entrants (id),
  b integer references playoff_entrants (id),
  a_bye boolean not null default false,
  b_bye boolean not null default false,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'live', 'judging', 'decided', 'walkover', 'annulled')),
  -- What people have decided of the match; without it the match settles itself, or is still to be played.
  outcome text check (outcome in ('a', 'b', 'none')),
  -- Who goes on, once the result is published or the match has settled itself.
  won text check (won in ('a', 'b')),
  score_a double precision,
  score_b double precision,
  decided_by text,
  reason text not null default '',
  published_at timestamptz,
  starts_at timestamptz,
  minutes integer not null default 30,
  room text not null default '',
  link text not null default '',
  task text not null default '',
  started_at timestamptz,
  paused_at timestamptz,
  -- Milliseconds of all pauses that are over.
  paused_ms integer not null default 0,
  ended_at timestamptz,
  revision integer not null default 0,
  unique (stage_id, round, place),
  check (state <> 'decided' or outcome is not null)
);
create index playoff_matches_by_time on playoff_matches (starts_at) where starts_at is not null;
create index playoff_matches_of_a on playoff_matches (a);
create index playoff_matches_of_b on playoff_matches (b);

create table playoff_judges (
  match_id integer not null references playoff_matches (id) on delete cascade,
  judge_id integer not null references accounts (id) on delete cascade,
  chair boolean not null default false,
  assigned_at timestamptz not null,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamptz,
  marks jsonb,
  comment_a text not null default '',
  comment_b text not null default '',
  favours text check (favours in ('a', 'b')),
  done_at timestamptz,
  abstained text,
  abstained_at timestamptz,
  primary key (match_id, judge_id),
  check ((done_at is null) = (marks is null))
);
create index playoff_judges_of_a_judge on playoff_judges (judge_id);

-- Everybody of an entrant, and everybody of a team.
create function playoff_people_of(entrants integer[]) returns setof integer language sql stable as $$
  select account_id from playoff_people where entrant_id = any(entrants)
  union
  select m.account_id from playoff_entrants e
  join formed_team_members m on m.team_id = e.team_id and m.state = 'active'
  where e.id = any(entrants)
$$;

create trigger person_written after insert or delete on playoff_people
  for each row execute function person_written();

create function playoff_entrant_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id) select playoff_people_of(array[new.id]);
  return null;
end $$;
create trigger person_written after insert or update on playoff_entrants
  for each row execute function playoff_entrant_written();

-- Also those whom a match has come from: whether a loser may still take the place of the winner depends on it.
create function playoff_match_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select playoff_people_of(array[new.a, new.b, old.a, old.b] || array(
      select unnest(array[m.a, m.b]) from playoff_matches m
      where m.stage_id = new.stage_id and m.round = new.round - 1 and m.place / 2 = new.place));
  return null;
end $$;
create trigger person_written after insert on playoff_matches
  for each row execute function playoff_match_written();
create trigger person_rewritten after update on playoff_matches
  for each row when (old.* is distinct from new.*) execute function playoff_match_written();

-- Whoever no longer judges at a stage loses the matches that he has not marked.
create function playoff_judge_left() returns trigger language plpgsql as $$
begin
  delete from playoff_judges j using playoff_matches m
  where m.id = j.match_id and m.stage_id = old.stage_id and j.judge_id = old.account_id and j.done_at is null;
  return null;
end $$;
create trigger playoff_judge_left after delete on stage_staff
  for each row when (old.duty = 'judge') execute function playoff_judge_left();
