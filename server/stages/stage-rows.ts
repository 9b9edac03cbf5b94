import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Gate } from '#shared/stages/gate.ts'
import type { StageRules } from '#shared/stages/stage-status.ts'
import type { Window } from '#shared/stages/window.ts'
import type { OwnTeam } from '#shared/team-formation/stage-state.ts'
import { type OwnTeamRow, ownTeamRow } from './own-team.ts'
import type { TrackWindows } from './tables.ts'

export interface Remark {
  field: string
  text: string
}

/** A stage and what one person did at it, as they are stored. */
export interface StageRow extends StageRules {
  id: number
  competitionCode: string
  parentId: number | null
  type: string
  code: string
  title: string
  summary: string
  view: string
  hasManual: boolean
  settings: Record<string, unknown>
  requires: string[]
  gate: Gate | null
  submitDraftAtEnd: boolean
  viewable: boolean
  startedAt: Date | null
  submittedAt: Date | null
  processingAt: Date | null
  interruptedAt: Date | null
  passedAt: Date | null
  failedAt: Date | null
  returnedAt: Date | null
  reasons: string[]
  score: number | null
  countsSince: Date | null
  /** What the organiser said of opening it anew. */
  reopenedBecause: string | null
  extendedUntil: Date | null
  groupExtensions: { audience: Gate | null; closesAt: Date }[]
  incidents: { audience: Gate | null; minutes: number }[]
  remarks: Remark[]
  /** The team that the person is in at a stage where teams are formed. */
  team: OwnTeam | null
}

/** All stages of the competition in the organiser's order, with everything that concerns the person, in one query. */
export async function stageRows(
  db: Db | Tx,
  of: { accountId: number; competitionCode: string },
  now: Date,
): Promise<StageRow[]> {
  const rows = await db
    .selectFrom('stages as s')
    .leftJoin('stage_facts as f', (join) => join.onRef('f.stage_id', '=', 's.id').on('f.account_id', '=', of.accountId))
    .leftJoin('stage_results as r', (join) =>
      join.onRef('r.stage_id', '=', 's.id').on('r.account_id', '=', of.accountId),
    )
    .select([
      's.id',
      's.competition_code as competitionCode',
      's.parent_id as parentId',
      's.type',
      's.code',
      's.title',
      's.summary',
      's.view',
      sql<boolean>`s.manual <> ''`.as('hasManual'),
      's.settings',
      's.requires',
      's.gate',
      's.opens_at as opensAt',
      's.closes_at as closesAt',
      's.track_windows',
      's.clock',
      's.tracks',
      's.closed_to_finalists as closedToFinalists',
      's.submit_draft_at_end as submitDraftAtEnd',
      's.viewable',
      's.published',
      'f.started_at as startedAt',
      'f.submitted_at as submittedAt',
      'f.processing_at as processingAt',
      'f.interrupted_at as interruptedAt',
      'f.passed_at as passedAt',
      'f.failed_at as failedAt',
      'f.returned_at as returnedAt',
      'f.reasons',
      'r.score',
      sql<Date | null>`(select max(o.at) from stage_reopenings o where o.stage_id = s.id and o.at <= ${now})`.as(
        'countsSince',
      ),
      sql<string | null>`(
        select o.reason from stage_reopenings o where o.stage_id = s.id and o.at <= ${now} order by o.at desc limit 1
      )`.as('reopenedBecause'),
      sql<Date | null>`(
        select e.closes_at from stage_extensions e
        where e.stage_id = s.id and e.account_id = ${of.accountId} order by e.id desc limit 1
      )`.as('extendedUntil'),
      sql<{ audience: Gate; closes_at: string }[] | null>`(
        select json_agg(json_build_object('audience', e.audience, 'closes_at', e.closes_at) order by e.id)
        from stage_extensions e where e.stage_id = s.id and e.audience is not null
      )`.as('group_extensions'),
      sql<{ audience: Gate | null; minutes: number }[] | null>`(
        select json_agg(json_build_object('audience', i.audience, 'minutes', i.minutes))
        from stage_incidents i where i.stage_id = s.id
      )`.as('incidents'),
      sql<Remark[] | null>`(
        select json_agg(json_build_object('field', m.field, 'text', m.text) order by m.id)
        from stage_remarks m where m.stage_id = s.id and m.account_id = ${of.accountId} and m.settled_at is null
      )`.as('remarks'),
      ownTeamRow(of.accountId, now).as('team'),
    ])
    .where('s.competition_code', '=', of.competitionCode)
    .orderBy('s.sort')
    .orderBy('s.id')
    .execute()
  return rows.map(({ track_windows, group_extensions, ...row }) => ({
    ...row,
    trackWindows: windowsOf(track_windows),
    reasons: row.reasons ?? [],
    score: row.score === null ? null : Number(row.score),
    groupExtensions: (group_extensions ?? []).map((each) => ({ ...each, closesAt: new Date(each.closes_at) })),
    incidents: row.incidents ?? [],
    remarks: row.remarks ?? [],
    team: ownTeamOf(row.team),
  }))
}

const ownTeamOf = (team: OwnTeamRow | null): OwnTeam | null =>
  team && {
    ...team,
    joinedAt: new Date(team.joinedAt),
    verdictAt: team.verdictAt === null ? null : new Date(team.verdictAt),
  }

function windowsOf(stored: TrackWindows): Record<string, Partial<Window>> {
  return Object.fromEntries(
    Object.entries(stored).map(([track, window]) => [
      track,
      {
        ...(window.opens_at && { opensAt: new Date(window.opens_at) }),
        ...(window.closes_at && { closesAt: new Date(window.closes_at) }),
      },
    ]),
  )
}
