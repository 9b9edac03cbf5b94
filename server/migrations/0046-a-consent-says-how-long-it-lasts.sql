-- How long the consent lasts, in the words that the person saw. Empty when only its withdrawal ends it.
alter table consents add column term text not null default '';
