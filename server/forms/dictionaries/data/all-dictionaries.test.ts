import { expect, test } from 'vitest'
import { allDictionaries } from './all-dictionaries.ts'
import { cities, largestCities } from './cities.ts'
import { regions } from './regions.ts'

test('EN-04 the dictionary of regions holds the 89 subjects of the federation, each once', () => {
  expect(regions).toHaveLength(89)
  expect(new Set(regions.map(([code]) => code)).size).toBe(89)
  expect(new Set(regions.map(([, name]) => name)).size).toBe(89)
})

test('EN-04 every region carries a kladr_code of 13 digits and the name of its federal district', () => {
  const districts = new Set(allDictionaries.federal_districts?.map(({ value }) => value))
  for (const { id, region, fo } of allDictionaries.regions ?? []) {
    expect(id).toMatch(/^\d{2}0{11}$/)
    expect(region).toBe(id)
    expect(districts.has(fo ?? '')).toBe(true)
  }
})

test.each([
  ['Москва', '7700000000000'],
  ['Санкт-Петербург', '7800000000000'],
  ['Запорожская область', '9000000000000'],
  ['Республика Крым', '9100000000000'],
  ['Севастополь', '9200000000000'],
  ['Донецкая Народная Республика', '9300000000000'],
  ['Луганская Народная Республика', '9400000000000'],
  ['Херсонская область', '9500000000000'],
  ['Республика Татарстан', '1600000000000'],
  ['Чукотский автономный округ', '8700000000000'],
])('EN-04 %s is %s', (name, code) => {
  expect(allDictionaries.regions?.find(({ value }) => value === name)?.id).toBe(code)
})

test('EN-04 each of the eight federal districts has the right number of regions', () => {
  const counts = Object.entries(Object.groupBy(regions, ([, , district]) => district)).map(([id, of]) => [
    id,
    of.length,
  ])
  expect(Object.fromEntries(counts)).toEqual({
    central: 18,
    north_western: 11,
    southern: 12,
    north_caucasian: 7,
    volga: 14,
    ural: 6,
    siberian: 10,
    far_eastern: 11,
  })
})

test('EN-04 every region has a city, and every city lies in a region', () => {
  expect(Object.keys(cities).toSorted()).toEqual(regions.map(([code]) => code).toSorted())
})

test('EN-04 the largest cities are listed before all others', () => {
  const listed = allDictionaries.cities?.slice(0, largestCities.length).map(({ value }) => value)
  expect(listed).toEqual(largestCities)
})

test.each(Object.entries(allDictionaries))('EN-04 in the dictionary %s every id stands for one value', (_, entries) => {
  expect(entries.length).toBeGreaterThan(5)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  for (const { id, value } of entries) {
    expect(id).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(value).toBe(value.trim())
    expect(value).not.toBe('')
  }
})
