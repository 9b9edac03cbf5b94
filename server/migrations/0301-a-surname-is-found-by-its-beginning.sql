-- The first letters of a surname find people in the order of their names.
create index accounts_by_surname on accounts ((translate(lower(last_name), 'ё', 'е') collate "C"));
