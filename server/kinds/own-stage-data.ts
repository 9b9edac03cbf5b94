import type { Db } from '#server/db.ts'
import { type Line, moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { isStageType } from '#shared/kinds/kinds.ts'
import { serverStageKinds } from './kinds.ts'

/** Every revision that the person handed in, in words. */
export async function ownHandIns(
  db: Db,
  accountId: number,
  services: Pick<Services, 'dictionaries'>,
): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('hand_ins as h')
    .innerJoin('stages as s', 's.id', 'h.stage_id')
    .select(['s.title', 's.type', 's.competition_code', 'h.id', 'h.stage_id', 'h.revision', 'h.arrived_at'])
    .select(['h.receipt_number', 'h.form_version', 'h.data', 's.settings', 's.settings_version'])
    .where('h.account_id', '=', accountId)
    .orderBy('h.id')
    .execute()
  const said = await inWords(db, services, rows)
  return rows.map(
    ({ id, stage_id: _stage, form_version: _form, settings: _own, settings_version: _version, ...row }) => ({
      kept: row,
      lines: [
        ['Этап', row.title],
        ['Квитанция', row.receipt_number],
        ['Принято', moment(row.arrived_at)],
        ...(said.get(id) ?? []).map(({ label, value }): Line => [label, value]),
      ],
    }),
  )
}

interface HandInRow {
  id: number
  type: string
  stage_id: number
  settings: Record<string, unknown>
  settings_version: number
  form_version: number
  data: Record<string, unknown>
}

/** Answers in words by hand-in id. One call for each kind of stage, however many hand-ins there are. */
async function inWords(
  db: Db,
  services: Pick<Services, 'dictionaries'>,
  rows: readonly HandInRow[],
): Promise<Map<number, ReadableLine[]>> {
  const words = new Map<number, ReadableLine[]>()
  for (const [type, ofKind] of Map.groupBy(rows, (row) => row.type)) {
    const kind = isStageType(type) ? serverStageKinds[type] : null
    if (!kind?.work) continue
    const handedIn = ofKind.map((row) => ({
      settings: readSettings(kind.contract, row.settings, row.settings_version).settings,
      stageId: row.stage_id,
      formVersion: row.form_version,
      data: row.data,
    }))
    const lines = await kind.work.inWords(db, handedIn, services)
    for (const [at, { id }] of ofKind.entries()) words.set(id, lines[at] ?? [])
  }
  return words
}

/** Drafts that the person has not handed in. */
export async function ownDrafts(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('stage_drafts as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['s.title', 's.competition_code', 'd.saved_at', 'd.data'])
    .where('d.account_id', '=', accountId)
    .orderBy('d.stage_id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Сохранён', moment(row.saved_at)],
      ['Заполнено полей', String(Object.keys(row.data).length)],
    ],
  }))
}

/** The person's attempts under a clock. The answers are in the hand-ins. */
export async function ownAttempts(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('attempts as a')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .select(['s.title', 's.competition_code', 'a.number', 'a.begun_at', 'a.limit_minutes', 'a.extra_minutes'])
    .select(['a.device', 'a.heard_at', 'a.finished_at', 'a.finished_by'])
    .where('a.account_id', '=', accountId)
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Попытка', String(row.number)],
      ['Начата', moment(row.begun_at)],
      ['Завершена', moment(row.finished_at)],
    ],
  }))
}

/** The published decisions about the person. */
export async function ownDecisions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const outcomes = { passed: 'этап пройден', failed: 'этап не пройден', returned: 'возвращено на доработку' }
  const rows = await db
    .selectFrom('stage_decisions as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['s.title', 's.competition_code', 'd.outcome', 'd.reason', 'd.next_step', 'd.comments', 'd.published_at'])
    .where('d.account_id', '=', accountId)
    .where('d.published_at', 'is not', null)
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Решение', outcomes[row.outcome]],
      ['Почему', row.reason || 'не сказано'],
      ...row.comments.map((comment): [string, string] => ['Комментарий эксперта', comment]),
      ['Когда', moment(row.published_at)],
    ],
  }))
}

/** The export sources of the kinds' own tables. */
export const kindDataSources = Object.values(serverStageKinds).flatMap(({ ownData }) => ownData ?? [])
