-- Rights that an invitation gives: null is all competitions, as in admin_flags.
alter table staff_invitation_flags
  drop constraint staff_invitation_flags_pkey,
  alter column competition_code drop not null,
  add unique nulls not distinct (invitation_id, competition_code, flag);
