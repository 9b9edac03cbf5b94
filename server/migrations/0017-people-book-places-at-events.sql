create table offline_events (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  -- Null: for everybody who takes part in the competition.
  track_code text,
  title text not null,
  address text not null,
  description text not null default '',
  -- From when to when a place is booked or changed; it may be given up until it begins.
  opens_at timestamptz,
  closes_at timestamptz,
  -- How long a slot lasts.
  minutes integer not null default 60 check (minutes between 5 and 1440),
  published boolean not null default true,
  check (closes_at is null or opens_at is null or closes_at > opens_at),
  foreign key (competition_code, track_code) references tracks (competition_code, code) on update cascade
);
create index offline_events_of_a_competition on offline_events (competition_code);

create table offline_event_slots (
  id integer generated always as identity primary key,
  event_id integer not null references offline_events (id) on delete cascade,
  start_time timestamptz not null,
  capacity integer not null check (capacity > 0),
  -- How many bookings point here. More than there is room for cannot be written down, whoever writes.
  taken integer not null default 0 check (taken between 0 and capacity),
  unique (event_id, id)
);
create index offline_event_slots_by_time on offline_event_slots (event_id, start_time, id);

-- One place a person at an event.
create table slot_bookings (
  event_id integer not null,
  account_id integer not null references accounts (id) on delete cascade,
  slot_id integer not null,
  booked_at timestamptz not null,
  primary key (event_id, account_id),
  foreign key (event_id, slot_id) references offline_event_slots (event_id, id) on delete cascade
);
create index slot_bookings_of_a_person on slot_bookings (account_id);
create index slot_bookings_of_a_slot on slot_bookings (slot_id);

-- A place is free again however its booking goes: given up, or with the account of somebody who asked to be forgotten.
create function free_place() returns trigger language plpgsql as $$
begin
  update offline_event_slots set taken = taken - 1 where id = old.slot_id;
  return null;
end $$;
create trigger place_freed after delete on slot_bookings for each row execute function free_place();
