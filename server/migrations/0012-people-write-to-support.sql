alter table competitions
  -- Where letters about new requests go; shown at the entrance to those who cannot log in.
  add column support_email text,
  -- [{ code, title }]; empty means the portal's own list.
  add column feedback_topics jsonb not null default '[]';

create table feedback_requests (
  -- People are told this number; it begins where it does not look like a first day.
  id integer generated always as identity (start with 1001) primary key,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  topic text not null,
  -- As it was called then: topics may change.
  topic_title text not null,
  text text not null,
  email text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz
);
create index feedback_requests_of_a_person on feedback_requests (account_id, competition_code, id desc);
create index feedback_requests_of_a_competition on feedback_requests (competition_code, status, id);

create table feedback_files (
  request_id integer not null references feedback_requests (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  sort integer not null,
  primary key (request_id, file_id)
);
create index feedback_files_by_file on feedback_files (file_id);

create table feedback_answers (
  id integer generated always as identity primary key,
  request_id integer not null references feedback_requests (id) on delete cascade,
  author_id integer references accounts (id) on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index feedback_answers_of_a_request on feedback_answers (request_id, id);
create index feedback_answers_by_author on feedback_answers (author_id);
