-- A change of a column of a plain unique index waits for everybody who refers to the row, and so for the other calls of
-- the same person. A partial index keeps addresses and phones unique without that.
alter table accounts drop constraint accounts_email_key, drop constraint accounts_phone_key;
create unique index accounts_email_key on accounts (email) where email is not null;
create unique index accounts_phone_key on accounts (phone) where phone is not null;
