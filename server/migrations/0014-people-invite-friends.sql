-- One personal link for a person, in every competition.
create table invite_codes (
  account_id integer primary key references accounts (id) on delete cascade,
  code text not null unique
);

-- Whom a letter was asked for. The address of somebody who has agreed to nothing is not kept, only its keyed hash.
create table invitations (
  id integer generated always as identity primary key,
  inviter_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  address_hash bytea not null,
  -- False where the address gets no letters, or none now: the person who invites is not told.
  sent boolean not null,
  asked_at timestamptz not null
);
create index invitations_of_a_person on invitations (inviter_id, competition_code, address_hash);
create index invitations_to_an_address on invitations (address_hash, asked_at);
create index invitations_by_time on invitations (asked_at);

-- «Больше не присылать»: for ever, from everybody.
create table invitation_refusals (
  address_hash bytea primary key,
  refused_at timestamptz not null
);

-- By whose link somebody has come into a competition.
create table invitation_arrivals (
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  inviter_id integer not null references accounts (id) on delete cascade,
  came_at timestamptz not null,
  primary key (account_id, competition_code),
  check (inviter_id <> account_id)
);
create index invitation_arrivals_of_an_inviter on invitation_arrivals (inviter_id, competition_code, came_at desc);
