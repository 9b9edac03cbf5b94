-- The hand-in of a work that was prepared last for those who judge it.
create table prepared_works (
  work_id integer primary key references works (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  -- Words of the text that tell who has written it, as they stand there: they stay hidden when the author's name or
  -- workplace changes later.
  telling text[] not null,
  prepared_at timestamptz not null
);
create index prepared_works_of_a_hand_in on prepared_works (hand_in_id);
