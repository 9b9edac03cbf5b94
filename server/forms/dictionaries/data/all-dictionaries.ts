import { cities, largestCities } from './cities.ts'
import { countries } from './countries.ts'
import { federalDistricts } from './federal-districts.ts'
import { educationLevels, industries, positionLevels } from './occupations.ts'
import { kladrCode, regions } from './regions.ts'

interface DictionaryEntry {
  readonly id: string
  readonly value: string
  /** kladr_code of the region of the entry. */
  readonly region?: string
  /** The name of the federal district of the region. */
  readonly fo?: string
}

const latin: Readonly<Record<string, string>> = Object.fromEntries(
  'а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya'
    .split(' ')
    .flatMap((letter, place, all) => (place % 2 === 0 ? [[letter, all[place + 1] ?? '']] : [])),
)

/** The built-in dictionaries, each in the order in which it is shown. */
export const allDictionaries: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  regions: regions.map(([code, value, district]) => ({ id: kladrCode(code), value, ...place(code, district) })),
  federal_districts: named(federalDistricts),
  cities: regions
    .flatMap(([code, , district]) =>
      (cities[code] ?? []).map((value) => ({ id: `${code}-${slug(value)}`, value, ...place(code, district) })),
    )
    .sort((one, other) => size(one.value) - size(other.value)),
  countries: countries.map(([id, value]) => ({ id, value })),
  citizenships: [...countries.map(([id, value]) => ({ id, value })), { id: 'none', value: 'Без гражданства' }],
  industries: named(industries),
  education_levels: named(educationLevels),
  position_levels: named(positionLevels),
}

function place(code: string, district: keyof typeof federalDistricts) {
  return { region: kladrCode(code), fo: federalDistricts[district] }
}

function named(entries: Readonly<Record<string, string>>): DictionaryEntry[] {
  return Object.entries(entries).map(([id, value]) => ({ id, value }))
}

/** The largest first; the others keep the order of the regions, because the sort is stable. */
function size(city: string): number {
  const place = largestCities.indexOf(city)
  return place < 0 ? largestCities.length : place
}

/** «Ростов-на-Дону» is 'rostov-na-donu': the id of a city must not change when the list is sorted differently. */
function slug(name: string): string {
  return [...name.toLowerCase()].map((letter) => (/[ -]/.test(letter) ? '-' : (latin[letter] ?? ''))).join('')
}
