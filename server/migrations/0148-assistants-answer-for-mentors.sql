-- Whoever has confirmed the address that a mentor names is his assistant, for as long as it stands there.
create index mentor_profiles_by_assistant on mentor_profiles (lower(assistant_email)) where assistant_email <> '';

-- An answer that an assistant has given; who it was, where it was given after a login and the account still exists.
alter table mentor_choices
  add column assistant_id integer references accounts (id) on delete set null,
  drop constraint mentor_choices_answered_by_check,
  add constraint mentor_choices_answered_by_check
    check (answered_by in ('mentor', 'assistant', 'letter', 'time', 'other', 'organiser'));
create index mentor_choices_by_an_assistant on mentor_choices (assistant_id) where assistant_id is not null;

alter table meeting_events
  drop constraint meeting_events_side_check,
  add constraint meeting_events_side_check
    check (side in ('participant', 'mentor', 'assistant', 'organiser', 'portal'));
