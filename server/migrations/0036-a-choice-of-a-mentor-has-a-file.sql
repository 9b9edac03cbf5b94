-- What the person attaches to the message. The mentor sees it once the choice is handed in.
alter table mentor_choices add column file_id text references files (id) on delete set null;
create index mentor_choices_of_a_file on mentor_choices (file_id) where file_id is not null;
