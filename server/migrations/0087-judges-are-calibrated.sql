-- Works with marks that were agreed on: judges are trained on some, and measured by the others, which look like any work.
create table judge_references (
  work_id integer primary key references works (id) on delete cascade,
  training boolean not null,
  -- The hand-in that the marks are of. When another arrives, the work is judged like any other.
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  rubric_id integer not null references rubrics (id),
  marks jsonb not null,
  -- Points of 100.
  total double precision not null,
  comment text not null
);
create index judge_references_of_a_hand_in on judge_references (hand_in_id);
create index judge_references_by_a_rubric on judge_references (rubric_id);

-- Whether judges say beside their marks that a work should pass.
alter table judgings add column asks_verdict boolean not null default false;
alter table readings add column verdict text check (verdict in ('pass', 'fail'));
