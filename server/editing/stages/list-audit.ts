import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { inParts, linesOf, type Table } from '#server/platform/http/csv.ts'
import type { Services } from '#server/services.ts'
import { actInWords } from '#shared/editing/stages/act-in-words.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { changesIn } from './detail-in-words.ts'

const maxTableRows = 10_000

/** The acts in a competition and who did them, newest first; with `looks` also who looked at what and called what changed nothing. */
export async function listAudit(
  { db, readings }: Services,
  competition: string,
  { looks, limit, offset }: Page & { looks: boolean },
) {
  const acts = (of: Db) =>
    actsOf(of, competition).$if(!looks, (query) => query.where('a.action', 'not in', ['looked', 'acted']))
  const rows = await acts(db).limit(limit).offset(offset).execute()
  const read = (of: Db) =>
    acts(of)
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
  const { count, as_of } = await readings.figures({ competition, name: `audit ${looks}`, read })
  return { as_of, acts: rows.map(shown), count: Number(count) }
}

/** The audit with all looks as a table, with one row per change. */
export async function auditTable(db: Db, competition: string): Promise<Table> {
  const stages = await db
    .selectFrom('stages')
    .select(['code', 'title'])
    .where('competition_code', '=', competition)
    .execute()
  const titles = new Map(stages.map(({ code, title }) => [code, title]))
  const acts = inParts(maxTableRows, (limit, last?: Act) =>
    actsOf(db, competition)
      .$if(last !== undefined, (query) => query.where('a.id', '<', last?.id ?? ''))
      .limit(limit)
      .execute(),
  )
  const rows = linesOf(acts, (row) => {
    const { by, stage, about, changes, ...done } = shown(row)
    const named = stage === null ? '' : (titles.get(stage) ?? stage)
    const act = [showDateTime(row.at), by, actInWords({ ...done, stage: null }, titles), named, about]
    if (changes.length === 0) return [[...act, '', '', '']]
    return changes.map(({ title, before = '', after = '' }) => [...act, title, before, after])
  })
  return { head: ['Когда (Москва)', 'Кто', 'Действие', 'Этап', 'О ком или о чём', 'Что', 'Было', 'Стало'], rows }
}

const actsOf = (db: Db, competition: string) =>
  db
    .selectFrom('audit as a')
    .leftJoin('accounts', 'accounts.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.subject', 'a.detail', 'accounts.first_name', 'accounts.last_name'])
    .where(sql`a.detail ->> 'competition'`, '=', competition)
    .orderBy('a.id', 'desc')

type Act = Awaited<ReturnType<ReturnType<typeof actsOf>['execute']>>[number]

function shown({ id, at, action, subject, detail, ...person }: Act) {
  return {
    id,
    at: formatWire(at),
    by: fullName(person),
    action,
    stage: typeof detail.stage === 'string' ? detail.stage : null,
    about: aboutIn(subject, detail),
    summary: typeof detail.summary === 'string' ? detail.summary : null,
    changes: changesIn(detail),
  }
}

const things: Record<string, string> = {
  ...{ person: 'участник ID', work: 'работа', reading: 'чтение', team: 'команда', match: 'матч', file: 'файл' },
  ...{ meeting: 'встреча', cutoff: 'вариант отбора', audience: 'отбор', profile: 'профиль', export: 'выгрузка' },
}

/** Whom or what the act is about. People are named by their public numbers, which stay when their data are erased. */
function aboutIn(subject: string, { person, merged, other, acted_as }: Record<string, unknown>): string {
  const [thing = '', number] = subject.split(':')
  const named = things[thing] === undefined ? [] : [`${things[thing]} ${number}`]
  const people = [person, merged, other, acted_as].filter((each) => typeof each === 'number')
  return [...named, ...people.map((each) => `${things.person} ${each}`)].join(', ')
}
