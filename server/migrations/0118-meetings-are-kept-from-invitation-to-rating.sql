-- Until now every meeting was taken to last two hours.
alter table meetings
  add column minutes smallint not null default 120 check (minutes between 15 and 480),
  -- SEQUENCE of the entry in people's calendars: grows with every change that a calendar shows.
  add column sequence integer not null default 0,
  add column cancelled_because text not null default '';
drop index meetings_of_a_mentor;
create index meetings_of_a_mentor on meetings (mentor_id, starts_at);
create index meetings_ahead on meetings (starts_at) where status in ('new', 'accepted', 'wait');

alter table meeting_parties
  -- The times that the person offers instead, soonest first.
  add column proposed timestamptz[] not null default '{}',
  -- Since when the person's answer is awaited.
  add column asked_at timestamptz,
  -- When whoever owes an answer was reminded of it.
  add column nudged_at timestamptz,
  -- When waiting for an answer ended without one.
  add column lapsed_at timestamptz,
  -- What the person says after the meeting.
  add column held boolean,
  add column rating smallint check (rating between 1 and 5),
  add column note text not null default '',
  add column note_shared boolean not null default false,
  add column marked_at timestamptz,
  -- What the mentor writes after the meeting for the person to read.
  add column shared_note text not null default '',
  add constraint meeting_parties_marked check ((held is null) = (marked_at is null));
update meeting_parties set proposed = array[proposed_at] where proposed_at is not null;
update meeting_parties p set asked_at = m.created_at from meetings m where m.id = p.meeting_id;
alter table meeting_parties
  alter column asked_at set not null,
  alter column asked_at set default now(),
  drop column proposed_at;

-- Who was reminded of which beginning. A meeting that moves is reminded of again.
create table meeting_reminders (
  meeting_id integer not null references meetings (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  starts_at timestamptz not null,
  hours smallint not null check (hours in (1, 24)),
  sent_at timestamptz not null,
  primary key (meeting_id, account_id, starts_at, hours)
);
create index meeting_reminders_of_a_person on meeting_reminders (account_id);

-- What has happened to a meeting. Who it was is only said by the side, so nothing of a person stays.
create table meeting_events (
  id integer generated always as identity primary key,
  meeting_id integer not null references meetings (id) on delete cascade,
  at timestamptz not null,
  side text not null check (side in ('participant', 'mentor', 'organiser', 'portal')),
  what text not null check (what in ('made', 'changed', 'accepted', 'rejected', 'proposed', 'kept', 'moved', 'substituted',
    'nudged', 'lapsed', 'cancelled', 'reported', 'marked')),
  starts_at timestamptz not null
);
create index meeting_events_of_a_meeting on meeting_events (meeting_id, id);
