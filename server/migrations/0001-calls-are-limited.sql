create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The shape that rate-limiter-flexible expects; unlogged would be emptied by a crash, and a crash must not lift a limit.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index throttles_expire on throttles (expire);
