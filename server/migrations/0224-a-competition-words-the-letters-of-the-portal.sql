-- The letters of the portal that an organiser has worded anew, by their names: {"receipt": {"title": …, "text": …}}.
alter table competitions add column letters jsonb not null default '{}';
