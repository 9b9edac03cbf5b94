-- Read again because the author appeals against the marks of participants. Such marks help to answer; they change no result.
alter table readings add column for_appeal boolean not null default false;
