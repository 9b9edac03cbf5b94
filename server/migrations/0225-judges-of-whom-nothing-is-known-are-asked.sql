-- Judges who had an account when they were named were never asked where they are from.
insert into judge_backgrounds (account_id)
select distinct t.account_id from stage_staff t
join judgings j on j.stage_id = t.stage_id and j.state <> 'closed'
where t.duty = 'judge' and (t.region is null or t.employer = '')
  and not exists (select from participations p where p.account_id = t.account_id)
on conflict do nothing;
