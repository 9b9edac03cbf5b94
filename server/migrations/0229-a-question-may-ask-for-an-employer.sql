-- Questions that an organiser has marked as asking for a workplace, by version of the form: judges from there have a conflict.
create table employer_questions (
  stage_id integer not null,
  version integer not null,
  name text not null,
  -- A question of a row: the name within it. Empty otherwise.
  inner_name text not null default '',
  primary key (stage_id, version, name, inner_name),
  foreign key (stage_id, version) references form_versions (stage_id, version) on delete cascade
);

create function form_version_written() returns trigger language plpgsql as $$
begin
  delete from employer_questions where stage_id = new.stage_id and version = new.version;
  insert into employer_questions (stage_id, version, name, inner_name)
    select new.stage_id, new.version, question ->> 'name', ''
    from jsonb_path_query(new.schema, 'lax $.sections[*].fields[*] ? (@.employer == true)') as question
    union
    select new.stage_id, new.version, question ->> 'name', inside ->> 'name'
    from jsonb_path_query(new.schema, 'lax $.sections[*].fields[*]') as question,
      jsonb_path_query(question, 'lax $.fields[*] ? (@.employer == true)') as inside;
  return null;
end $$;
create trigger form_version_written after insert or update of schema on form_versions
  for each row execute function form_version_written();
