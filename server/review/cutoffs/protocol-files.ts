import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import type { CsvCell } from '#shared/platform/text/csv.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { documentRows } from '#shared/review/cutoffs/limits.ts'
import { stagesOf } from '#shared/review/cutoffs/rule.ts'
import type { Outcome } from '#shared/review/cutoffs/select-people.ts'
import type { ProtocolText } from './protocol-document.ts'
import { ruleInWords } from './rule-in-words.ts'
import { namesOf, peopleNamed } from './store.ts'

interface Row {
  account_id: number
  last_name: string
  first_name: string
  middle_name: string | null
  test_id: number
  outcome: Outcome
  why: 'line' | 'quota' | 'tie' | 'second' | null
  place: number | null
  waiting: number | null
  score: number | null
  second: number | null
  parts: Record<string, number>
  region: string | null
  track: string | null
}

const whyWords = { line: '', quota: 'по квоте', tie: 'равный балл на черте', second: 'второй список' }
const listTitles = {
  passed: 'Проходят',
  waiting: 'Список ожидания',
  failed: 'Не проходят',
  none: 'Без итога',
} as const
const lists = ['passed', 'waiting', 'failed', 'none'] as const

/** How many rows of a table are in memory at a time. */
const batch = 1000

/** Rows of one list, the best first, after a given one. */
async function rowsOf(db: Db, protocolId: number, list: Outcome, limit: number, after?: Row): Promise<Row[]> {
  let further: RawBuilder<unknown> = sql`true`
  if (after) further = sql`(r.place, r.account_id) > (${after.place}, ${after.account_id})`
  // Nobody without a result has a place.
  if (list === 'none') further = sql`r.place is null and r.account_id > ${after?.account_id ?? 0}`
  const { rows } = await sql<Row>`
    select r.account_id, a.last_name, a.first_name, a.middle_name, a.test_id, r.outcome, r.why, r.place, r.waiting,
      r.score::float8 as score, r.second::float8 as second, r.parts, r.region, r.track
    from protocol_rows r join accounts a on a.id = r.account_id
    where r.protocol_id = ${protocolId} and r.outcome = ${list} and ${further}
    order by r.place, r.account_id limit ${limit}`.execute(db)
  return rows
}

async function readWhole({ db, ...services }: Services, protocolId: number) {
  const protocol = await db.selectFrom('protocols').selectAll().where('id', '=', protocolId).executeTakeFirstOrThrow()
  const names = await namesOf({ db, ...services }, protocol.competition_code)
  const stage = names.season.byId.get(protocol.stage_id)
  if (!stage) throw new Refusal('protocol_not_found')
  return { protocol, names, stage }
}

/** The protocol as a Word document: the rule in words, who passes, waits or fails, and places for two signatures. */
export async function protocolInWord(services: Services, protocolId: number): Promise<Readable> {
  const { db } = services
  const { protocol, names, stage } = await readWhole(services, protocolId)
  const actors = await peopleNamed(
    db,
    [protocol.frozen_by, protocol.confirmed_by].filter((id) => id !== null),
  )
  const by = (id: number | null) => {
    const one = id === null ? undefined : actors.get(id)
    return one ? fullName(one) : 'учётная запись удалена'
  }
  const { counts, quotas } = protocol.summary
  const listOf = async (list: 'passed' | 'waiting' | 'failed') => {
    const rows = await rowsOf(db, protocolId, list, documentRows)
    return {
      title: listTitles[list],
      count: counts[list],
      rows: rows.map((row) => [
        String(list === 'waiting' ? row.waiting : row.place),
        `${formalName(row)}, номер ${row.test_id}`,
        row.region === null ? '' : names.titleOf('region', row.region),
        row.score === null ? '' : inPoints(row.score),
        row.why ? whyWords[row.why] : '',
      ]),
    }
  }
  const text: ProtocolText = {
    number: protocol.number,
    facts: [
      ['Конкурс', names.season.title],
      ['Этап', stage.title],
      ['Вариант', protocol.title],
      ['Заморожен', `${showDateTime(protocol.frozen_at)}, ${by(protocol.frozen_by)}`],
      [
        'Подтверждён',
        protocol.confirmed_at
          ? `${showDateTime(protocol.confirmed_at)}, ${by(protocol.confirmed_by)}`
          : 'не подтверждён',
      ],
      ...(protocol.withdrawn_at
        ? [['Отозван', `${showDateTime(protocol.withdrawn_at)}. ${protocol.withdrawn_why}`]]
        : []),
      ...(protocol.publish_at ? [['Публикация', showDateTime(protocol.publish_at)]] : []),
      ...(protocol.reason ? [['Причина изменения', protocol.reason]] : []),
      ['Правило', ruleInWords(protocol.rule, names)],
      [
        'Итог',
        `Сравнили: ${counts.people}. Проходят: ${counts.passed}, ждут: ${counts.waiting}, не проходят: ${counts.failed}, без итога: ${counts.none}`,
      ],
      ...quotas
        .filter(({ state }) => state !== 'met')
        .map(({ title, least, taken, there }) => [
          'Квота не заполнена',
          `${title}: нужно ${least}, с итогом ${there}, проходят ${taken}`,
        ]),
      ['Контрольная сумма', protocol.hash],
    ],
    lists: [await listOf('passed'), await listOf('waiting'), await listOf('failed')].filter(({ count }) => count > 0),
  }
  const bytes = await inThread<Uint8Array>(new URL('./document-worker.ts', import.meta.url), text)
  return Readable.from([Buffer.from(bytes)])
}

/** Everybody in the protocol as a table: its head, and its rows as they are read. */
export async function protocolTable(services: Services, protocolId: number) {
  const { protocol, names } = await readWhole(services, protocolId)
  const stages = stagesOf(protocol.rule)
  const titleOf = (code: string) => names.season.byCode.get(code)?.title ?? code
  const cells = (row: Row): CsvCell[] => [
    listTitles[row.outcome],
    row.place,
    row.waiting,
    row.test_id,
    ...[row.last_name, row.first_name, row.middle_name],
    row.region && names.titleOf('region', row.region),
    row.track && names.titleOf('track', row.track),
    row.score,
    ...(protocol.rule.second.places > 0 ? [row.second] : []),
    ...stages.map((code) => row.parts[code] ?? null),
    row.why && whyWords[row.why],
  ]
  async function* rows() {
    for (const list of lists)
      for (let some = await rowsOf(services.db, protocolId, list, batch); some.length > 0; ) {
        yield some.map(cells)
        some = await rowsOf(services.db, protocolId, list, batch, some.at(-1))
      }
  }
  return {
    head: [
      ...['Список', 'Место', 'Номер в ожидании', 'Номер участника', 'Фамилия', 'Имя', 'Отчество', 'Регион', 'Трек'],
      ...['Итог', ...(protocol.rule.second.places > 0 ? ['Второй итог'] : [])],
      ...stages.map((code) => `Балл: ${titleOf(code)}`),
      'Примечание',
    ],
    rows: rows(),
  }
}
