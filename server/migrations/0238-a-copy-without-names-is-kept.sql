-- Whether a file names its author: 'own' names nobody itself, of a 'copy' there is one without names beside it, of 'none'
-- there can be none. Null for files from before: found out when a judge first asks for one.
alter table files
  add column nameless text check (nameless in ('own', 'copy', 'none')),
  add column copy_size integer not null default 0;
