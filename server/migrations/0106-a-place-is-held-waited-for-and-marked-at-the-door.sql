-- An event may be a stage: what it says and allows then stands in the settings of the stage.
alter table offline_events
  add column stage_id integer unique references stages (id) on delete cascade,
  add column cancelled_at timestamptz,
  add column cancelled_because text,
  add check ((cancelled_at is null) = (cancelled_because is null));

alter table offline_event_slots
  -- Nobody books here any more; who has a place keeps it.
  add column blocked boolean not null default false,
  -- Whom it is for; empty: everybody.
  add column regions text[] not null default '{}',
  add column tracks text[] not null default '{}';

alter table slot_bookings
  add column state text not null default 'confirmed'
    check (state in ('held', 'confirmed', 'waiting', 'offered', 'attended', 'no_show')),
  -- Until when a place is held or offered.
  add column until timestamptz,
  -- Who came first gets the first free place.
  add column queued_at timestamptz,
  -- What the ticket says: nobody can guess it, and it is checked here.
  add column ticket uuid not null default gen_random_uuid() unique,
  -- Came without a booking. Takes no place of those that are booked.
  add column walk_in boolean not null default false,
  add column marked_at timestamptz,
  -- How many reminders have gone out.
  add column reminded smallint not null default 0,
  add column holds_place boolean not null generated always as (state <> 'waiting' and not walk_in) stored,
  add check ((state in ('held', 'offered')) = (until is not null)),
  add check ((state = 'waiting') <= (queued_at is not null));
create index slot_bookings_that_end on slot_bookings (until) where until is not null;
create index slot_bookings_in_line on slot_bookings (slot_id, queued_at, account_id) where state = 'waiting';
create index slot_bookings_to_remind_of on slot_bookings (slot_id) where state = 'confirmed' and reminded < 2;
create index offline_event_slots_by_start on offline_event_slots (start_time);

create or replace function free_place() returns trigger language plpgsql as $$
begin
  if old.holds_place then
    update offline_event_slots set taken = taken - 1 where id = old.slot_id;
  end if;
  return old;
end $$;

-- What hosts have marked at the door, each once, however often their device sends it.
create table door_marks (
  id uuid primary key,
  event_id integer not null references offline_events (id) on delete cascade,
  slot_id integer not null references offline_event_slots (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  mark text not null check (mark in ('came', 'absent', 'undone', 'walk_in')),
  -- By the clock of the device; it may have been without a network.
  at timestamptz not null,
  received_at timestamptz not null,
  by_id integer references accounts (id) on delete set null
);
create index door_marks_of_an_event on door_marks (event_id, account_id, at);
create index door_marks_of_a_person on door_marks (account_id);
create index door_marks_of_a_slot on door_marks (slot_id);
create index door_marks_by_a_host on door_marks (by_id) where by_id is not null;

create trigger person_written after insert or update or delete on slot_bookings
  for each row execute function person_written();

create trigger season_inserted after insert on offline_events
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on offline_events
  referencing new table as added for each statement execute function season_written_by_stage();
