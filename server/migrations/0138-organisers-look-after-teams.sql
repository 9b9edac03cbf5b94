-- Who checks a team says of each member whether he fits; the note stays with the organisers.
alter table formed_team_members
  add verdict text check (verdict in ('fits', 'unfit')),
  add verdict_note text not null default '';
