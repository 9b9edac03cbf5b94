import { readFileSync } from 'node:fs'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { type SeasonFile, seasonFileFormat, seasonFileVersion } from '#shared/editing/seasons/season-file.ts'
import { dayOf, moveDates } from '#shared/editing/seasons/shift-dates.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type CalendarDate, formatWireDate, parseDate, parseWire } from '#shared/platform/time/moscow.ts'
import type { SeasonTemplate } from '#shared/seasons/competitions/new-season-form.ts'
import { newSeasonForm, seasonDayFaults } from '#shared/seasons/competitions/new-season-form.ts'
import { freeCode } from '#shared/seasons/competitions/season-form.ts'
import { makeSeason } from './carry-season.ts'
import { readSeasonFile } from './season-file-faults.ts'
import { isReserved } from './write-season.ts'

interface Given {
  from: SeasonTemplate | 'empty' | 'file'
  file?: string
  title: string
  code: string
  starts: string
  ends: string
  layout?: string
}

/**
 * Makes a hidden season from a template that ships, from nothing or from a file, with its dates spread over the given
 * days. Only for organisers of all competitions: a new one belongs to none that is there.
 */
export async function beginSeason(services: Services, caller: Caller, given: Given) {
  if (caller.flags.competitions?.length !== 0) throw new Refusal('no_access')
  const now = services.clock()
  const [starts, ends] = [parseDate(given.starts), parseDate(given.ends)]
  const { from, title, starts: first, ends: last, layout = 'default' } = given
  const answer = { title, code: given.code.trim(), starts: first, ends: last, season_layout: layout }
  const fields = {
    ...validate(newSeasonForm(from), answer, { mode: 'hand_in', now }),
    ...(starts && ends ? seasonDayFaults(starts, ends) : {}),
  }
  if (Object.keys(fields).length > 0 || !starts || !ends) throw new Refusal('form_invalid', { fields })
  const days = { starts, ends }
  const make = (code: string) =>
    makeSeason(services, caller.accountId, {
      ...{ from: null, action: 'season_begun', title, code, days: 0 },
      begun: from === 'file' ? null : from === 'empty' ? from : 'template',
      read: () => {
        const file = seasonIn(given)
        const season = from === 'file' ? file.season : { ...file.season, layout }
        return fitDates({ ...file, season }, days)
      },
    })
  if (answer.code) return make(answer.code)
  for (let tries = 1; ; tries += 1)
    try {
      return await make(await codeFor(services, title))
    } catch (fault) {
      // Another season took the code at this moment.
      const isTaken = fault instanceof Refusal && fault.fields?.code?.rule === 'taken'
      if (!isTaken || tries === maxTries) throw fault
    }
}

const maxTries = 3

/** A code made of the title that no season and no address of the portal has. */
async function codeFor({ db, servedWords }: Services, title: string): Promise<string> {
  const seasons = await db.selectFrom('competitions').select('code').execute()
  const taken = new Set(seasons.map(({ code }) => code))
  return freeCode(title, { has: (code) => taken.has(code) || isReserved(code, servedWords) })
}

function seasonIn({ from, file = '' }: Given): SeasonFile {
  if (from === 'file') return readSeasonFile(file)
  if (from === 'empty') return empty
  return JSON.parse(readFileSync(new URL(`./templates/${from}.json`, import.meta.url), 'utf8')) as SeasonFile
}

const empty: SeasonFile = {
  format: seasonFileFormat,
  version: seasonFileVersion,
  season: {
    ...{ code: 'empty', title: 'Пустой конкурс', tagline: '', description: '', theme: 'default', layout: 'default' },
    ...{ starts_at: null, ends_at: null, links: {}, social: {}, copyright: '', support_email: null },
    ...{ topics: [], letters: {}, sort: 0 },
  },
  tracks: [{ code: 'main', title: 'Участники', description: '' }],
  stages: [],
  questions: [],
  dictionaries: [],
  left_out: [],
}

/** The season on other days: its first and last day are the given ones, the dates between keep their order. */
export function fitDates(file: SeasonFile, { starts, ends }: { starts: CalendarDate; ends: CalendarDate }) {
  const wire = (date: CalendarDate, time: string) =>
    parseWire(`${formatWireDate(date)} ${time}`) ?? new Date(Number.NaN)
  const [first, last] = [wire(starts, '00:00:00'), wire(ends, '23:59:59')]
  const { starts_at, ends_at } = file.season
  const from = starts_at === null ? null : dayOf(new Date(starts_at))
  const length = from === null || ends_at === null ? 0 : dayOf(new Date(ends_at)) - from
  const scale = length > 0 ? (dayOf(last) - dayOf(first)) / length : 1
  const { value, count } = moveDates(file, (day) =>
    from === null ? day : dayOf(first) + Math.round((day - from) * scale),
  )
  const moved = value as SeasonFile
  const season = { ...moved.season, starts_at: first.toISOString(), ends_at: last.toISOString() }
  return { file: { ...moved, season }, shifted: count }
}
