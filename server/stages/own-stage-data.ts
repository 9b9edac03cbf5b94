import type { Db } from '#server/db.ts'
import { type Line, moment, type OwnRecord } from '#server/profile/own-record.ts'
import type { ReadableLine } from '#shared/forms/answer.ts'
import { isStageType } from '#shared/stages/kinds.ts'
import { serverStageKinds } from './kinds.ts'

/** What the person handed in, every revision, in words. */
export async function ownHandIns(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('hand_ins as h')
    .innerJoin('stages as s', 's.id', 'h.stage_id')
    .select(['s.title', 's.type', 's.competition_code', 'h.id', 'h.stage_id', 'h.revision', 'h.arrived_at'])
    .select(['h.receipt_number', 'h.form_version', 'h.data'])
    .where('h.account_id', '=', accountId)
    .orderBy('h.id')
    .execute()
  const said = await inWords(db, rows)
  return rows.map(({ id, stage_id: _stage, form_version: _version, ...row }) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Квитанция', row.receipt_number],
      ['Принято', moment(row.arrived_at)],
      ...(said.get(id) ?? []).map(({ label, value }): Line => [label, value]),
    ],
  }))
}

interface HandInRow {
  id: number
  type: string
  stage_id: number
  form_version: number
  data: Record<string, unknown>
}

/** By the number of the hand-in. Each kind of stage is asked once, however much was handed in at its stages. */
async function inWords(db: Db, rows: readonly HandInRow[]): Promise<Map<number, ReadableLine[]>> {
  const words = new Map<number, ReadableLine[]>()
  for (const [type, ofKind] of Map.groupBy(rows, (row) => row.type)) {
    if (!isStageType(type)) continue
    const handedIn = ofKind.map((row) => ({ stageId: row.stage_id, formVersion: row.form_version, data: row.data }))
    const lines = await serverStageKinds[type].answersInWords(db, handedIn)
    for (const [at, { id }] of ofKind.entries()) words.set(id, lines[at] ?? [])
  }
  return words
}

/** What the person has begun at stages and not handed in yet. */
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

/** What was decided of the person, as far as it is published. */
export async function ownDecisions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const outcomes = { passed: 'этап пройден', failed: 'этап не пройден', returned: 'возвращено на доработку' }
  const rows = await db
    .selectFrom('stage_decisions as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['s.title', 's.competition_code', 'd.outcome', 'd.reason', 'd.next_step', 'd.published_at'])
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
      ['Когда', moment(row.published_at)],
    ],
  }))
}

/** What the person answered to rules, each version apart. */
export async function ownRulesAnswers(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('rules_answers as r')
    .innerJoin('stages as s', 's.id', 'r.stage_id')
    .select(['s.title', 's.competition_code', 'r.version', 'r.status', 'r.comment', 'r.answered_at', 'r.ip'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Правила', `${row.title}, редакция ${row.version}`],
      ['Ответ', row.status === 'done' ? 'приняты' : `отклонены: ${row.comment}`],
      ['Когда', moment(row.answered_at)],
    ],
  }))
}
