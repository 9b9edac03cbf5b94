-- The consent to being recorded, apart from all others, with the text that was agreed to.
create table video_consents (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  text text not null,
  ip text not null,
  agreed_at timestamptz not null,
  primary key (account_id, stage_id)
);
create index video_consents_of_a_stage on video_consents (stage_id);

-- A question that was shown. Its words are kept as they were then; its text is sent only from `asked_at` on.
create table video_questions (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  -- The place in the settings, from 1.
  question integer not null,
  text text not null,
  think_seconds integer not null,
  answer_seconds integer not null,
  takes integer not null,
  asked_at timestamptz not null,
  primary key (account_id, stage_id, question)
);
create index video_questions_of_a_stage on video_questions (stage_id);

create table video_takes (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  question integer not null,
  source text not null check (source in ('recording', 'file')),
  type text not null check (type in ('video/webm', 'video/mp4')),
  state text not null check (state in ('recording', 'uploading', 'assembling', 'ready', 'failed', 'dropped')),
  failure text,
  began_at timestamptz not null,
  -- When the last part came.
  heard_at timestamptz not null,
  -- Bytes that are here, from the beginning without a gap.
  received integer not null default 0,
  -- Bytes that the recording has; null while nobody knows.
  total integer,
  max_ms integer not null,
  -- The page was closed or the camera ended in the middle of the recording.
  broken boolean not null default false,
  -- It broke off, and does not count as one of the person's takes.
  free boolean not null default false,
  -- What the browser noticed: no sound, no light.
  silent boolean not null default false,
  dark boolean not null default false,
  user_agent text not null default '',
  duration_ms integer,
  video_codec text,
  audio_codec text,
  file_id text references files (id) on delete set null,
  -- The sound alone, for judges who must not see the author.
  voice_id text references files (id) on delete set null,
  poster_id text references files (id) on delete set null,
  settled_at timestamptz,
  -- Its files were removed at the end of the time for which recordings are kept.
  removed_at timestamptz,
  foreign key (account_id, stage_id, question) references video_questions (account_id, stage_id, question)
    on delete cascade,
  check ((state = 'failed') = (failure is not null))
);
-- A person records one take at a time, however many pages are open.
create unique index video_takes_recording on video_takes (account_id, stage_id) where state = 'recording';
create index video_takes_of_a_question on video_takes (account_id, stage_id, question, id);
create index video_takes_of_a_stage on video_takes (stage_id, id);
create index video_takes_under_way on video_takes (heard_at) where state in ('recording', 'uploading');
create index video_takes_kept on video_takes (stage_id, settled_at) where state = 'ready' and removed_at is null;
create index video_takes_by_file on video_takes (file_id);
create index video_takes_by_voice on video_takes (voice_id);
create index video_takes_by_poster on video_takes (poster_id);
create trigger person_written after insert or delete on video_takes
  for each row execute function person_written();
create trigger person_rewritten after update on video_takes
  for each row when (old.state is distinct from new.state or old.heard_at is distinct from new.heard_at)
  execute function person_written();

-- What has arrived of a take, each part a file of its own until the take is put together.
create table video_parts (
  take_id integer not null references video_takes (id) on delete cascade,
  at_byte integer not null,
  size integer not null check (size > 0),
  sha256 text not null,
  file_id text not null references files (id) on delete cascade,
  primary key (take_id, at_byte)
);
create index video_parts_by_file on video_parts (file_id);

-- More takes than the stage gives, because something technical went wrong.
create table video_grants (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  question integer not null,
  reason text not null,
  asked_by text not null check (asked_by in ('person', 'judge', 'organiser')),
  asked_at timestamptz not null,
  -- Null: an organiser has not decided yet.
  granted_at timestamptz,
  granted_by integer references accounts (id) on delete set null
);
create index video_grants_of_a_question on video_grants (account_id, stage_id, question);
create index video_grants_of_a_stage on video_grants (stage_id);
create index video_grants_by on video_grants (granted_by);

-- Addresses under which one login plays one recording for a while.
create table video_tickets (
  token_hash bytea primary key,
  account_id integer not null references accounts (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  take_id integer not null references video_takes (id) on delete cascade,
  -- Whose right it is: a reading of a judge, a work of a checker, or neither: the take is the person's own.
  reading_id integer references readings (id) on delete cascade,
  work_id integer references works (id) on delete cascade,
  voice boolean not null,
  download boolean not null,
  expires_at timestamptz not null
);
create index video_tickets_expired on video_tickets (expires_at);
create index video_tickets_of_a_session on video_tickets (session_id);
create index video_tickets_of_a_person on video_tickets (account_id);
create index video_tickets_of_a_take on video_tickets (take_id);
create index video_tickets_of_a_reading on video_tickets (reading_id);
create index video_tickets_of_a_work on video_tickets (work_id);
