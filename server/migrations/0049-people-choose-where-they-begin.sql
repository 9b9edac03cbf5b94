-- Where a login leads a person with several roles (shared/homes/home.ts); null: not chosen yet.
alter table accounts add column home text check (home in ('path', 'mentor', 'desk', 'admin'));

-- The portal has grown places of its own since.
alter table competitions drop constraint competitions_code_not_reserved;
alter table competitions add constraint competitions_code_not_reserved check (code not in ('admin', 'api', 'assets',
  'calendar', 'desk', 'dev', 'home', 'mentor', 'not-me', 'offline-event-booking', 'profile', 'state-service', 'view'));
