-- Rights that an invitation gives: in one competition each.
create table staff_invitation_flags (
  invitation_id integer not null references staff_invitations (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  flag text not null,
  invited_by integer references accounts (id) on delete set null,
  primary key (invitation_id, competition_code, flag)
);
create index staff_invitation_flags_of_a_competition on staff_invitation_flags (competition_code);
create index staff_invitation_flags_by_inviter on staff_invitation_flags (invited_by) where invited_by is not null;
