-- The works of a stage leave as documents in one archive, by the same job and under the same eyes as tables of people.
-- `audience` then names the stage, and `rows` counts works.
alter table exports drop constraint exports_format_check;
alter table exports add constraint exports_format_check check (format in ('xlsx', 'csv', 'zip'));
alter table exports drop constraint exports_columns_check;
alter table exports add constraint exports_columns_check check (format = 'zip' or cardinality(columns) > 0);
