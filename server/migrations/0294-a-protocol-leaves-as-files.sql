-- A protocol leaves as a document or a table, by the same job as tables of people. `audience` and `columns` are empty then.
alter table exports add column protocol_id integer references protocols (id) on delete cascade;
create index exports_of_a_protocol on exports (protocol_id, id desc) where protocol_id is not null;
alter table exports drop constraint exports_format_check;
alter table exports add constraint exports_format_check check (format in ('xlsx', 'csv', 'zip', 'docx'));
alter table exports drop constraint exports_columns_check;
alter table exports add constraint exports_columns_check
  check (format = 'zip' or protocol_id is not null or cardinality(columns) > 0);
alter table exports add check (format <> 'docx' or protocol_id is not null);
