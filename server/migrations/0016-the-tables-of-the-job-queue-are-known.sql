-- Which versions of the job queue have made their tables here: a start that finds its own need not ask the library.
create table job_queue_versions (
  version text primary key,
  migrated_at timestamptz not null default now()
);
