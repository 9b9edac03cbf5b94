-- What judges wrote for the person, as it stood when the decision was made.
alter table stage_decisions add column comments text[] not null default '{}';
