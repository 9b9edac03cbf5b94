import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/api/page.ts'
import { fullName } from '#shared/people/full-name.ts'
import { actInWords } from '#shared/stage-editing/act-in-words.ts'
import type { StageChange } from '#shared/stage-editing/stage-changes.ts'
import { formatWire } from '#shared/time/moscow.ts'

const maxTableRows = 10_000

/** The acts in a competition and who did them, newest first; with `looks` also who looked at what and called what changed nothing. */
export async function listAudit(db: Db, competition: string, { looks, ...page }: Page & { looks: boolean }) {
  const acts = actsOf(db, competition).$if(!looks, (query) => query.where('a.action', 'not in', ['looked', 'acted']))
  const { rows, count } = await readPage(acts, page)
  return { acts: rows.map(shown), count }
}

/** The audit with all looks as a table, with one row per change. */
export async function auditTable(db: Db, competition: string): Promise<{ head: string[]; rows: string[][] }> {
  const acts = await actsOf(db, competition).limit(maxTableRows).execute()
  const rows = acts.map(shown).flatMap(({ at, by, stage, about, changes, ...done }) => {
    const act = [at, by, actInWords({ ...done, stage: null }, new Map()), stage ?? '', about]
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

function shown({
  id,
  at,
  action,
  subject,
  detail,
  ...person
}: Awaited<ReturnType<ReturnType<typeof actsOf>['execute']>>[number]) {
  return {
    id,
    at: formatWire(at),
    by: fullName(person),
    action,
    stage: typeof detail.stage === 'string' ? detail.stage : null,
    about: aboutIn(subject, detail),
    summary: typeof detail.summary === 'string' ? detail.summary : null,
    changes: Array.isArray(detail.changes) ? (detail.changes as StageChange[]) : [],
  }
}

const things: Record<string, string> = {
  ...{ person: 'участник ID', work: 'работа', reading: 'чтение', team: 'команда', match: 'матч', file: 'файл' },
  ...{ meeting: 'встреча', cutoff: 'вариант отбора', audience: 'отбор', profile: 'профиль', export: 'выгрузка' },
}

/** Whom or what the act is about. People are named by their public numbers, which stay when their data are erased. */
function aboutIn(subject: string, { person }: Record<string, unknown>): string {
  const [thing = '', number] = subject.split(':')
  const named = things[thing] === undefined ? [] : [`${things[thing]} ${number}`]
  return [...named, ...(typeof person === 'number' ? [`${things.person} ${person}`] : [])].join(', ')
}
