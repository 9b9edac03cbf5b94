-- In the order of a list by name, which also finds people by the first letters of a surname (0301).
create index accounts_in_order on accounts ((translate(lower(last_name), 'ё', 'е') collate "C"), first_name collate "C", id);
drop index accounts_by_surname;
