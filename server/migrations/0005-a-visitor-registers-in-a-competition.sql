alter table admin_flags add foreign key (competition_code) references competitions (code) on update cascade;

create table registrations (
  -- Hash of the number that the visitor holds: whoever holds it goes on with the registration.
  id bytea primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  door text not null check (door in ('participant', 'supporter')),
  email citext not null,
  phone text not null,
  invite text,
  phone_confirmed_at timestamptz,
  email_confirmed_at timestamptz,
  info_complete_at timestamptz,
  -- The whole answer, passport included, sealed under a key of its own.
  wrapped_key bytea not null,
  answer bytea not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  account_id integer references accounts (id) on delete cascade
);
create index registrations_by_age on registrations (created_at);

create table verification_codes (
  registration_id bytea not null references registrations (id) on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (registration_id, channel)
);

create table applications (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade,
  stage_id integer not null references stages (id) on delete cascade,
  door text not null check (door in ('participant', 'supporter')),
  form_version integer not null,
  -- Without what personal_documents keeps.
  data jsonb not null,
  promocode text,
  invite text,
  submitted_at timestamptz not null,
  unique (account_id, stage_id)
);
create index applications_of_a_competition on applications (competition_code, submitted_at);

-- Which rule was asked, what it said: the evidence of an automatic admission.
create table eligibility_results (
  application_id integer not null references applications (id) on delete cascade,
  rule text not null,
  ok boolean not null,
  text text not null default '',
  primary key (application_id, rule)
);

create table personal_documents (
  account_id integer not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('passport', 'snils')),
  sealed bytea not null,
  -- A keyed hash of the normalised digits: one document, one account, without a readable copy.
  blind_index bytea not null,
  primary key (account_id, kind),
  constraint personal_documents_are_one_persons unique (kind, blind_index)
);

-- The text that a consent was given to, kept as long as the consent.
create table consent_texts (
  text_hash bytea primary key,
  text text not null
);

create table consents (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade,
  document_code text not null,
  document_version integer not null,
  document_title text not null,
  text_hash bytea not null references consent_texts (text_hash),
  purpose text not null,
  given_at timestamptz not null,
  ip text not null,
  withdrawn_at timestamptz
);
create index consents_of_a_person on consents (account_id, competition_code);
