-- H.264 made of the recording, for browsers that cannot play what another browser recorded. Null: the recording itself is played.
alter table video_takes add column play_id text references files (id) on delete set null;
create index video_takes_by_play on video_takes (play_id);
-- Which bytes a player was given: they stay the same until the address ends, whatever is made meanwhile.
alter table video_tickets add column file_id text references files (id) on delete cascade;
create index video_tickets_by_file on video_tickets (file_id);
delete from video_tickets;
alter table video_tickets alter column file_id set not null;
