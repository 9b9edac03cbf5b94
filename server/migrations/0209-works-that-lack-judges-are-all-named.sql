-- What the last assignment left without judges: every work of it, with the reason.
create table assignment_gaps (
  work_id integer primary key references works (id) on delete cascade,
  missing smallint not null check (missing > 0),
  reason text not null check (reason in ('conflicts', 'load'))
);

insert into assignment_gaps (work_id, missing, reason)
select w.id, (g.value ->> 'missing')::smallint, g.value ->> 'reason'
from judgings j, jsonb_array_elements(j.assigned -> 'gaps') as g
join works w on w.id = (g.value ->> 'work')::int
on conflict do nothing;
update judgings set assigned = assigned - 'gaps' where assigned ? 'gaps';
