-- What the mentor says after a meeting, of each person invited to it.
alter table meeting_parties
  add column came boolean,
  add column report text not null default '',
  add column reported_at timestamptz,
  add constraint meeting_parties_reported check ((came is null) = (reported_at is null));
