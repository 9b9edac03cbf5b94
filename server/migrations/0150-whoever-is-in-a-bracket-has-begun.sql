-- The bracket says from now on of everybody in it how far he has come at the stage; of those who are in one already it is said
-- that they have begun, and the next result of each bracket says the rest.
insert into stage_facts as f (account_id, stage_id, started_at)
select distinct on (account, e.stage_id) account, e.stage_id, p.drawn_at
from playoffs p
join playoff_entrants e on e.stage_id = p.stage_id
cross join lateral playoff_people_of(array[e.id]) as account
where p.drawn_at is not null
order by account, e.stage_id
on conflict (account_id, stage_id) do update set started_at = coalesce(f.started_at, excluded.started_at);
