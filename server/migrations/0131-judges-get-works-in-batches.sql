alter table judgings
  -- A judge sees so many works at a time, and the next ones when these are marked; null: all at once.
  add column batch integer check (batch between 1 and 1000);
