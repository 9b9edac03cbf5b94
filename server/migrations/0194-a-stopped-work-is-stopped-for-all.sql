-- A reference that was reported is stopped as a work of the pool is.
alter table peer_references add column stopped_at timestamptz, add column plagiarism boolean not null default false;
alter table peer_references add constraint peer_references_plagiarism_is_stopped check (not plagiarism or stopped_at is not null);

-- Experts ask of each work that they are to read whether it is stopped; few are.
create index peer_pool_stopped on peer_pool (work_id) where stopped_at is not null;
create index peer_references_stopped on peer_references (work_id) where stopped_at is not null;
