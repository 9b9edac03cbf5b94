-- Up to whom the people of a cancelled event have been told, by the key of the account.
alter table offline_events add column told_until integer not null default 0;
