import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { OwnLetters } from '#shared/messages/letters/letters.ts'
import type { Gate } from '#shared/stages/gate.ts'
import type { StageRules } from '#shared/stages/stage-status.ts'
import type { Window } from '#shared/stages/window.ts'
import type { ServerStageKind } from './kind.ts'
import { type PartOf, withParts } from './parts.ts'
import { readSettings } from './read-settings.ts'
import type { TrackWindows } from './tables.ts'

/** A stage as it is for everybody. */
export interface SeasonStage extends StageRules {
  id: number
  competitionCode: string
  parentId: number | null
  /** Null for a stage that is not a part of another. */
  part: PartOf | null
  type: string
  /** Null for a group, and for a kind that is not built yet. */
  kind: ServerStageKind | null
  code: string
  title: string
  summary: string
  manual: string
  /** How long the work takes; null if the organiser has not set it. */
  minutes: number | null
  /** What to have at hand, one item a line. */
  preparation: string
  view: string
  /** Checked by the schema of the kind: every property is present. */
  settings: Record<string, unknown>
  requires: string[]
  gate: Gate | null
  submitDraftAtEnd: boolean
  viewable: boolean
  /** Times from which earlier work no longer counts, oldest first. */
  reopenings: { at: Date; reason: string }[]
  groupExtensions: { audience: Gate | null; closesAt: Date }[]
  incidents: { audience: Gate | null; minutes: number }[]
  /** The published form that people fill in now. */
  form: FormSchema | null
}

/** The part of a competition that is the same for everybody, at one version. Immutable. */
export interface Season {
  /** int8: read as text. */
  version: string
  code: string
  title: string
  published: boolean
  /** Texts of the portal's letters as this competition has changed them. */
  letters: OwnLetters
  tracks: { code: string; title: string; description: string }[]
  /** In the organiser's order. */
  stages: SeasonStage[]
  byId: ReadonlyMap<number, SeasonStage>
  byCode: ReadonlyMap<string, SeasonStage>
}

export type KindsByType = Readonly<Record<string, ServerStageKind>>

/**
 * Reads a season, its version first. So the data may be newer than the version (and is then read again soon), but never
 * older. Null when there is no such competition.
 */
export async function readSeason(tx: Db | Tx, code: string, kinds: KindsByType): Promise<Season | null> {
  const head = await tx
    .selectFrom('season_versions as v')
    .innerJoin('competitions as c', 'c.code', 'v.competition_code')
    .select(['v.version', 'c.code', 'c.title', 'c.published', 'c.letters'])
    .where('v.competition_code', '=', code)
    .executeTakeFirst()
  if (!head) return null
  const tracks = await tx
    .selectFrom('tracks')
    .select(['code', 'title', 'description'])
    .where('competition_code', '=', code)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  const rows = await stageRows(tx, code)
  const stages = withParts(rows.map((row) => compiled(row, kinds)))
  return {
    ...head,
    tracks,
    stages,
    byId: new Map(stages.map((stage) => [stage.id, stage])),
    byCode: new Map(stages.map((stage) => [stage.code, stage])),
  }
}

const stageRows = (tx: Db | Tx, code: string) =>
  tx
    .selectFrom('stages as s')
    .selectAll('s')
    .select([
      sql<{ at: string; reason: string }[] | null>`(
        select json_agg(json_build_object('at', o.at, 'reason', o.reason) order by o.at)
        from stage_reopenings o where o.stage_id = s.id
      )`.as('reopenings'),
      sql<{ audience: Gate; closes_at: string }[] | null>`(
        select json_agg(json_build_object('audience', e.audience, 'closes_at', e.closes_at) order by e.id)
        from stage_extensions e where e.stage_id = s.id and e.audience is not null
      )`.as('group_extensions'),
      sql<{ audience: Gate | null; minutes: number }[] | null>`(
        select json_agg(json_build_object('audience', i.audience, 'minutes', i.minutes))
        from stage_incidents i where i.stage_id = s.id
      )`.as('incidents'),
      sql<FormSchema | null>`(
        select f.schema || jsonb_build_object('version', f.version)
        from form_versions f where f.stage_id = s.id order by f.version desc limit 1
      )`.as('form'),
    ])
    .where('s.competition_code', '=', code)
    .orderBy('s.sort')
    .orderBy('s.id')
    .execute()

function compiled(row: Awaited<ReturnType<typeof stageRows>>[number], kinds: KindsByType): SeasonStage {
  const kind = Object.hasOwn(kinds, row.type) ? (kinds[row.type] ?? null) : null
  const read = kind && readSettings(kind.contract, row.settings, row.settings_version)
  return {
    id: row.id,
    competitionCode: row.competition_code,
    parentId: row.parent_id,
    part: null,
    type: row.type,
    kind,
    code: row.code,
    title: row.title,
    summary: row.summary,
    manual: row.manual,
    minutes: row.minutes,
    preparation: row.preparation,
    view: row.view,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    trackWindows: windowsOf(row.track_windows),
    clock: row.clock,
    tracks: row.tracks,
    requires: row.requires,
    gate: row.gate,
    settings: read?.settings ?? {},
    closedToFinalists: row.closed_to_finalists,
    submitDraftAtEnd: row.submit_draft_at_end,
    viewable: row.viewable,
    // A stage with invalid settings must not open by accident.
    published: row.published && (read?.faults.length ?? 0) === 0,
    reopenings: (row.reopenings ?? []).map(({ at, reason }) => ({ at: new Date(at), reason })),
    groupExtensions: (row.group_extensions ?? []).map(({ audience, closes_at }) => ({
      audience,
      closesAt: new Date(closes_at),
    })),
    incidents: row.incidents ?? [],
    form: row.form,
  }
}

export function windowsOf(stored: TrackWindows): Record<string, Partial<Window>> {
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
