-- A letter with a link to somebody who has no account. One for each address: a new letter replaces the link of the last.
create table staff_invitations (
  id integer generated always as identity primary key,
  email text not null unique,
  token_hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_invitations_by_end on staff_invitations (expires_at);

-- What the person will do at which stage.
create table staff_invitation_duties (
  invitation_id integer not null references staff_invitations (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  duty text not null check (duty in ('check', 'judge')),
  region text,
  employer text not null default '',
  invited_by integer references accounts (id) on delete set null,
  primary key (invitation_id, stage_id, duty)
);
create index staff_invitation_duties_of_a_stage on staff_invitation_duties (stage_id);
create index staff_invitation_duties_by_inviter on staff_invitation_duties (invited_by) where invited_by is not null;
