import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { createDictionaries, itemOf } from './dictionaries.ts'
import { loadDictionaries } from './load-dictionaries.ts'
import { searchDictionary } from './search-dictionary.ts'
import { searchForm } from './search-form.ts'
import { saveItems } from './store.ts'
import { wholeDictionaries } from './whole-dictionaries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await loadDictionaries(database.db)
})
afterAll(() => database?.drop())

const all = () => createDictionaries({ trusted: () => false }).now(database.db)

async function found(query: string, more: Partial<Parameters<typeof searchDictionary>[1]> = {}) {
  const items = await searchDictionary(database.db, { dict: 'cities', query, ...more })
  return items.map(({ value }) => value)
}

const item = { dict: 'test_items', region: null, fo: null, competition_code: null, sort: 0 }
const named = (id: string, value: string, more = {}) => ({ ...item, id, value, search: searchForm(value), ...more })
/** A form with one choice field that uses this dictionary. */
const asking = (dict: string): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title: '', fields: [{ name: 'choice', label: '', view: 'select', params: { dict } }] }],
})

test('EN-04 values that begin with the query come before values with a word that does', async () => {
  await saveItems(database.db, [
    named('1', 'Верхний Новый', { sort: 0 }),
    named('2', 'Новый', { sort: 1 }),
    named('3', 'Старый', { sort: 2 }),
  ])
  expect(await found('нов', { dict: 'test_items' })).toEqual(['Новый', 'Верхний Новый'])
})

test('EN-04 a typing error still finds the city, after exact matches', async () => {
  expect((await found('Новасибирск'))[0]).toBe('Новосибирск')
  expect((await found('екатеренбург'))[0]).toBe('Екатеринбург')
  expect((await found('масква'))[0]).toBe('Москва')
})

test('EN-04 case does not matter, and ё is е', async () => {
  expect((await found('ОРЕЛ'))[0]).toBe('Орёл')
  expect((await found('орёл'))[0]).toBe('Орёл')
  expect((await found('королев'))[0]).toBe('Королёв')
})

test('EN-04 a hyphen matches a space', async () => {
  expect((await found('ростов на'))[0]).toBe('Ростов-на-Дону')
  expect((await found('якутия', { dict: 'regions' }))[0]).toBe('Республика Саха (Якутия)')
})

test('EN-04 at most ten are suggested, the largest cities first', async () => {
  expect((await found('')).slice(0, 2)).toEqual(['Москва', 'Санкт-Петербург'])
  expect(await found('')).toHaveLength(10)
  expect(await found('', { limit: 50 })).toHaveLength(10)
  expect(await found('', { limit: 3 })).toHaveLength(3)
})

test('EN-04 a region narrows the search to its cities', async () => {
  expect(await found('', { district: '5400000000000' })).toEqual(['Новосибирск', 'Бердск'])
  expect(await found('москва', { district: '5400000000000' })).toEqual([])
})

test('EN-04 a federal district narrows the search, by its name and by its id', async () => {
  const ural = await found('', { dict: 'regions', fo: 'Уральский федеральный округ' })
  expect(ural).toHaveLength(6)
  expect(await found('', { dict: 'regions', fo: 'ural' })).toEqual(ural)
})

test('EN-04 regions carry kladr_code and fo_name', async () => {
  const [moscow] = await searchDictionary(database.db, { dict: 'regions', query: 'москва' })
  expect(moscow).toEqual({
    id: '7700000000000',
    value: 'Москва',
    region: '7700000000000',
    fo: 'Центральный федеральный округ',
  })
})

test.each([
  '%',
  '_',
  '\\',
  "'; drop table dictionary_items; --",
  '(((',
  '\u{1F600}',
  'ы'.repeat(100),
])('EN-04 the query «%s» is only text', async (query) => expect(await found(query)).toEqual([]))

test('EN-04 an unknown dictionary suggests nothing', async () => {
  expect(await found('москва', { dict: 'no_such' })).toEqual([])
})

test('EN-04 a retired item is not suggested, stays readable, and returns when it is listed again', async () => {
  const { db } = database
  const old = { ...named('00-kitezh', 'Китеж'), dict: 'cities' }
  await saveItems(db, [old])
  expect(await found('китеж')).toEqual(['Китеж'])
  // As after an update of the portal, which brings a new edition of the dictionaries.
  await database.db.deleteFrom('dictionary_edition').execute()
  await loadDictionaries(db)
  expect(await found('китеж')).toEqual([])
  expect(itemOf(await all(), 'cities', '00-kitezh', null)).toMatchObject({ value: 'Китеж', retired: true })
  expect(itemOf(await all(), 'cities', 'unknown', null)).toBeNull()
  await saveItems(db, [old])
  expect(await found('китеж')).toEqual(['Китеж'])
})

test('EN-04 loading the dictionaries again changes nothing', async () => {
  const { db } = database
  const rows = () => db.selectFrom('dictionary_items').selectAll().orderBy('dict').orderBy('id').execute()
  await loadDictionaries(db)
  const before = await rows()
  await loadDictionaries(db)
  expect(await rows()).toEqual(before)
})

test("EN-05 a competition's own items are suggested in that competition only", async () => {
  await saveItems(database.db, [
    named('a', 'Общая школа', { dict: 'test_schools' }),
    named('b', 'Своя школа', { dict: 'test_schools', competition_code: 'ru_season_5' }),
  ])
  expect(await found('школа', { dict: 'test_schools' })).toEqual(['Общая школа'])
  const own = await found('школа', { dict: 'test_schools', competition: 'ru_season_5' })
  expect(own.toSorted()).toEqual(['Общая школа', 'Своя школа'])
})

test('EN-05 a small dictionary is sent whole in its own order, a large one is not sent', async () => {
  const { education_levels: levels } = wholeDictionaries(await all(), asking('education_levels'))
  expect(levels?.[0]).toEqual({ id: 'school', value: 'Среднее общее' })
  const many = (count: number, dict: string) =>
    saveItems(
      database.db,
      Array.from({ length: count }, (_, at) => named(`${at}`, `Строка ${at}`, { dict })),
    )
  await many(300, 'test_small')
  await many(301, 'test_large')
  expect(wholeDictionaries(await all(), asking('test_small')).test_small).toHaveLength(300)
  expect(wholeDictionaries(await all(), asking('test_large'))).toEqual({})
})
