-- The questions of a competition. Each change makes a version: who has a question in his paper keeps the version he was given.
create table test_questions (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  -- The organiser's own name of the question, for tables that are loaded again.
  code text not null check (code <> ''),
  -- Not drawn any more.
  retired_at timestamptz,
  unique (competition_code, code)
);
create table test_question_versions (
  id integer generated always as identity primary key,
  question_id integer not null references test_questions (id) on delete cascade,
  number integer not null check (number > 0),
  topic text not null,
  difficulty smallint not null check (difficulty between 1 and 5),
  body jsonb not null,
  key jsonb not null,
  made_at timestamptz not null,
  made_by integer references accounts (id) on delete set null,
  unique (question_id, number)
);

-- The paper of one person. It is made before the stage opens, or when the person begins.
create table test_papers (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  -- Of the attempt with this number.
  number integer not null default 1 check (number > 0),
  -- The same seed and the same bank give the same paper. Options are shuffled by it, too.
  seed integer not null,
  -- Sections with the versions in their order and the points of each: [{title, questions: [{version, points}]}]
  sections jsonb not null,
  made_at timestamptz not null,
  unique (stage_id, account_id, number)
);

-- Every answer as it came. The one with the highest number counts; a late one is kept as evidence.
create table test_answers (
  attempt_id integer not null references attempts (id) on delete cascade,
  -- Counted by the browser, without gaps within an attempt.
  seq integer not null check (seq > 0),
  version_id integer not null references test_question_versions (id),
  -- null: the answer was taken back
  answer jsonb,
  flagged boolean not null default false,
  -- What the device's clock said.
  sent_at timestamptz,
  received_at timestamptz not null,
  in_time boolean not null,
  primary key (attempt_id, seq)
);

-- When an attempt was not heard for longer than a heartbeat takes.
create table attempt_silences (
  attempt_id integer not null references attempts (id) on delete cascade,
  silent_from timestamptz not null,
  heard_again_at timestamptz not null,
  primary key (attempt_id, silent_from)
);
-- What may be looked into after a test: it flags and never decides.
create table test_signs (
  attempt_id integer not null references attempts (id) on delete cascade,
  sign text not null check (sign in ('left_page', 'taken_over', 'address')),
  noticed_at timestamptz not null,
  -- How long the page was left, in milliseconds, or the hash of the address.
  detail text not null default ''
);
create index test_signs_of_an_attempt on test_signs (attempt_id);
