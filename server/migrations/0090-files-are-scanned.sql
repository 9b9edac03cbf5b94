-- What a scanner for viruses said. Without a scanner every file is clean; one that waits is in quarantine.
alter table files add column scan text not null default 'clean' check (scan in ('clean', 'waiting', 'infected'));
create index files_in_quarantine on files (created_at) where scan = 'waiting';
