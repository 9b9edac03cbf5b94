import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { type OwnPlayoff, ownState } from '#shared/kinds/playoff/own-state.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'

/** A condition: the entrant `e` of the stage `s` is the person, or the person's current team. */
const isOwn = (accountId: unknown) => sql`(
  exists (select from playoff_people i where i.entrant_id = e.id and i.account_id = ${accountId})
  or exists (select from formed_team_members i
    where i.team_id = e.team_id and i.account_id = ${accountId} and i.state = 'active'))`

export const playoffStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, OwnPlayoff> | null>`(
    select json_object_agg(s.id, json_build_object(
      'drawn', p.drawn_at is not null, 'entrant', case when e.id is not null then json_build_object('dropped', e.dropped_because) end,
      'decided', decision_stands(${accountId}, s.id),
      'rounds', coalesce(ceil(log(2, p.entrants))::int, 0), 'passes', coalesce((p.rules ->> 'passes')::int, 1),
      'lucky', coalesce((p.rules ->> 'lucky')::boolean, false),
      'matches', coalesce((
        select json_agg(json_build_object('round', m.round, 'place', m.place, 'state', m.state,
          'shown', m.published_at is not null, 'starts_at', m.starts_at, 'paused', m.paused_at is not null,
          'opponent', case when m.a_bye or m.b_bye then 'bye' when m.a is null or m.b is null then 'unknown' else 'known' end,
          'won', case when m.published_at is null or m.won is null then null else m.won = case when m.a = e.id then 'a' else 'b' end end,
          'reason', case when m.published_at is null then '' else m.reason end,
          'next_open', coalesce(n.state = 'scheduled', false)) order by m.round)
        from playoff_matches m
        left join playoff_matches n on n.stage_id = m.stage_id and n.round = m.round + 1 and n.place = m.place / 2
        where m.stage_id = s.id and e.id in (m.a, m.b)), '[]'::json)))
    from stages s
    left join playoffs p on p.stage_id = s.id
    left join lateral (
      select e.id, e.dropped_because from playoff_entrants e
      where e.stage_id = s.id and p.drawn_at is not null and ${isOwn(accountId)} order by e.seed limit 1
    ) as e on true
    where s.competition_code = ${competitionCode} and s.type = 'playoff')`,
  read: (json) => json as OwnPlayoff,
  state: (stage, stored, own, now) => {
    const playoff = own as OwnPlayoff & { decided: boolean }
    // The bracket writes facts of its people for counting; the status follows the bracket itself.
    const ofBracket = playoff.entrant !== null && !playoff.decided
    const facts = ofBracket ? { ...stored, startedAt: null, passedAt: null, failedAt: null } : stored
    const base = stageStatus(stage, facts, now)
    const decided = facts.disqualified || facts.passedAt !== null || facts.failedAt !== null
    if (base.status === 'hidden' || base.status === 'unavailable_finalist' || decided) return { facts, state: base }
    const isOpen = base.status === 'available' || base.status === 'in_progress'
    // Before the bracket is published, and for people outside it, dates and conditions define the status.
    if (!isOpen && (!playoff.drawn || !playoff.entrant)) return { facts, state: base }
    const { status, reason } = ownState(playoff)
    // A person in the bracket has begun, so the page shows the bracket instead of the notice of a stage that has not
    // opened.
    const startedAt = facts.startedAt ?? (playoff.entrant ? now : null)
    return { facts: { ...facts, startedAt }, state: { ...base, status, reason, reasons: [reason] } }
  },
  changes: (_own, { changesAt }) => [changesAt],
  team: () => null,
  isFinal: (own) => ownState(own as OwnPlayoff).over,
}
