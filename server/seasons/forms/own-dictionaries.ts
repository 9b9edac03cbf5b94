import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { searchForm } from '#server/forms/dictionaries/search-form.ts'
import { saveItems } from '#server/forms/dictionaries/store.ts'
import { receiveUpload } from '#server/forms/files/receive-upload.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readWorkbook } from '#server/platform/documents/read-workbook.ts'
import type { Services } from '#server/services.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { dictionaryMaxBytes, dictionaryMaxRows } from '#shared/seasons/forms/limits.ts'

/** Names of the portal's own dictionaries, for organisers. */
const titles: Record<string, string> = {
  citizenships: 'Гражданство',
  cities: 'Города',
  countries: 'Страны',
  education_levels: 'Уровни образования',
  federal_districts: 'Федеральные округа',
  industries: 'Отрасли',
  position_levels: 'Уровни должностей',
  regions: 'Регионы',
}

/** The dictionaries that forms of a competition may use; own ones first. */
export async function knownDictionaries(db: Db | Tx, competition: string) {
  const { rows } = await sql<{ id: string; title: string | null; own: boolean; items: number }>`
    select i.dict as id, o.title, bool_or(i.competition_code is not null) as own, count(*)::int as items
    from dictionary_items i
    left join own_dictionaries o on o.dict = i.dict and o.competition_code = ${competition}
    where not i.retired and (i.competition_code is null or i.competition_code = ${competition})
    group by i.dict, o.title
    order by bool_or(i.competition_code is not null) desc, i.dict`.execute(db)
  return rows.map(({ id, title, own, items }) => ({ id, value: title ?? titles[id] ?? id, own, items }))
}

interface Item {
  id: string
  value: string
}

const limits = { sheets: 10, rows: dictionaryMaxRows + 1, columns: 20, cell: 1000 }
const longestValue = 300

/** Loads a table as a dictionary of the competition. Items missing in it are no longer offered; answers keep them. */
export async function importDictionary(
  services: Services,
  request: FastifyRequest,
  accountId: number,
  { competition, dict, title }: { competition: string; dict: string; title: string },
): Promise<void> {
  const { db, disk, clock } = services
  const items = await receiveUpload(disk, request, { accountId, maxBytes: dictionaryMaxBytes }, ({ file }) =>
    readItems(file.path),
  )
  await db.transaction().execute(async (tx) => {
    // Only one load of a dictionary at a time.
    await sql`select from competitions where code = ${competition} for no key update`.execute(tx)
    const shared = await tx
      .selectFrom('dictionary_items')
      .select('dict')
      .where('dict', '=', dict)
      .where('competition_code', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (shared) throw new Refusal('dictionary_code_taken')
    const rows = items.map(({ id, value }, sort) => ({
      ...{ dict, id, value, sort, search: searchForm(value), region: null, fo: null },
      competition_code: competition,
    }))
    const before = await tx
      .selectFrom('own_dictionaries as o')
      .select([
        'o.title',
        (eb) =>
          eb
            .selectFrom('dictionary_items as i')
            .select(eb.fn.countAll<string>().as('items'))
            .whereRef('i.dict', '=', 'o.dict')
            .whereRef('i.competition_code', '=', 'o.competition_code')
            .where('i.retired', '=', false)
            .as('items'),
      ])
      .where('o.competition_code', '=', competition)
      .where('o.dict', '=', dict)
      .executeTakeFirst()
    for (let at = 0; at < rows.length; at += batch) await saveItems(tx, rows.slice(at, at + batch))
    await tx
      .updateTable('dictionary_items')
      .set({ retired: true })
      .where('dict', '=', dict)
      .where('competition_code', '=', competition)
      .where('retired', '=', false)
      .where(sql<boolean>`not (id = any(${items.map(({ id }) => id)}::text[]))`)
      .execute()
    const loaded = { title, loaded_at: clock(), loaded_by: accountId }
    await tx
      .insertInto('own_dictionaries')
      .values({ competition_code: competition, dict, ...loaded })
      .onConflict((conflict) => conflict.columns(['competition_code', 'dict']).doUpdateSet(loaded))
      .execute()
    await recordAudit(tx, {
      actorId: accountId,
      action: 'dictionary_loaded',
      subject: `dictionary:${competition}/${dict}`,
      detail: {
        competition,
        before: before && { items: Number(before.items) },
        after: { items: items.length },
        changes: [
          {
            ...{ field: 'dict', title: `Справочник ${quoted(title)}` },
            ...(before && before.title !== title && { before: before.title, after: title }),
          },
        ],
      },
    })
  })
}

/** The number of items in a statement. */
const batch = 1000

async function readItems(path: string): Promise<Item[]> {
  const book = await readWorkbook(path, limits)
  if (!book) throw new Refusal('table_unreadable')
  const [first] = Object.entries(book)
  const read = itemsOf(first?.[1] ?? [])
  if ('faults' in read) throw new Refusal('table_faulty', { fields: read.faults })
  return read.items
}

/** The items of a sheet, or every bad row with its reason. */
export function itemsOf([head, ...rows]: readonly string[][]): { items: Item[] } | { faults: FieldFaults } {
  const faults: FieldFaults = {}
  const wrong = (place: string, message: string) => {
    faults[place] = { rule: 'table', message: faults[place] ? `${faults[place].message}. ${message}` : message }
  }
  const [code, value] = ['Код', 'Значение'].map((name) => (head ?? []).map((cell) => cell.trim()).indexOf(name))
  if (code === undefined || value === undefined || code < 0 || value < 0) {
    wrong('Строка 1', 'Нужны столбцы «Код» и «Значение»')
    return { faults }
  }
  const items: Item[] = []
  const seen = new Map<string, number>()
  rows.forEach((cells, at) => {
    const [id, words] = [code, value].map((column) => oneLine(cells[column] ?? '').trim()) as [string, string]
    if (id === '' && words === '') return
    const row = at + 2
    const place = `Строка ${row}`
    if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/i.test(id))
      wrong(place, id === '' ? 'Нет кода' : 'Код: латинские буквы, цифры, «_», «-» и «.», до 64 знаков')
    if (words === '') wrong(place, 'Нет значения')
    if (words.length > longestValue) wrong(place, `Значение длиннее ${longestValue} символов`)
    const before = seen.get(id)
    if (id !== '' && before !== undefined) wrong(place, `Код «${id}» уже есть в строке ${before}`)
    seen.set(id, row)
    items.push({ id, value: words })
  })
  if (items.length === 0) wrong('Строка 2', 'В таблице нет ни одной строки')
  return Object.keys(faults).length > 0 ? { faults } : { items }
}
