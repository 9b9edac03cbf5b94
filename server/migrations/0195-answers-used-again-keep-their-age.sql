-- When the answers were first given: their months are counted from there, however often they are used again.
alter table questionnaire_reuse add column answered_at timestamptz;

with recursive back as (
  select hand_in_id, from_hand_in_id as origin from questionnaire_reuse
  union all
  select b.hand_in_id, u.from_hand_in_id from back b join questionnaire_reuse u on u.hand_in_id = b.origin
)
update questionnaire_reuse u set answered_at = coalesce((
  select min(h.arrived_at) from back b join hand_ins h on h.id = b.origin where b.hand_in_id = u.hand_in_id
), u.agreed_at);

alter table questionnaire_reuse alter column answered_at set not null;
