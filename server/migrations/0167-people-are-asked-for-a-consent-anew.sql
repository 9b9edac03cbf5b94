-- A version of a document to which people who agreed to an earlier one are asked to agree as well.
create table consent_requests (
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  document_code text not null,
  document_version integer not null,
  asked_at timestamptz not null,
  asked_by integer references accounts (id) on delete set null,
  primary key (competition_code, document_code, document_version)
);
create index consent_requests_by_account on consent_requests (asked_by) where asked_by is not null;
create index consents_of_a_competition on consents (competition_code, document_code, account_id) where withdrawn_at is null;
