import type { Services } from '#server/services.ts'
import type { PersonFacts, StoredFacts } from '#server/stages/person-facts.ts'
import { statusesOf } from '#server/stages/person-stages.ts'
import type { Season } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { groupType } from '#shared/stages/tree.ts'

interface Persona {
  /** Moscow time. */
  at: string
  track?: string | undefined
  region?: string | undefined
  door?: 'participant' | 'supporter' | undefined
  /** Codes of the stages that the person has passed, separated by commas. */
  passed?: string | undefined
}

const minuteMs = 60_000
const moscowOffset = 180

/**
 * The season as an invented person would see it at a moment, opened or not. It works only on values and reads no data
 * of people from the database, so it cannot write any.
 */
export async function previewSeason(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  competition: string,
  persona: Persona,
) {
  const season = await seasonOf(db, seasons, competition)
  const at = parseWire(persona.at)
  if (!at) throw new Refusal('form_invalid', { fields: { at: { rule: 'date', message: 'Укажите дату и время' } } })
  const track = persona.track || null
  if (track !== null && !season.tracks.some(({ code }) => code === track))
    throw new Refusal('form_invalid', {
      fields: { track: { rule: 'unknown', message: 'Такого трека в конкурсе нет' } },
    })
  const region = persona.region || null
  const shown = statusesOf(season, invented(season, persona, at), track, at).filter(
    ({ row, state }) => state.status !== 'hidden' && row.type !== groupType,
  )
  const offset = utcOffsetOfRegion(region)
  return {
    at: formatWire(at),
    local: formatWire(new Date(at.getTime() + (offset - moscowOffset) * minuteMs)),
    stages: shown.map(({ row, state: { status, reason, reasons, window } }) => ({
      ...{ code: row.code, title: row.title, status, reason, reasons },
      opens_at: window.opensAt && formatWire(window.opensAt),
      closes_at: window.closesAt && formatWire(window.closesAt),
    })),
  }
}

/** An invented person who has applied, consented to everything and passed the named stages. */
function invented(season: Season, { track, region, door, passed = '' }: Persona, at: Date): PersonFacts {
  const done = new Set(passed.split(','))
  const before = new Date(at.getTime() - minuteMs)
  const facts: StoredFacts = {
    ...{ startedAt: before, submittedAt: before, passedAt: before },
    ...{ processingAt: null, interruptedAt: null, failedAt: null, returnedAt: null, reasons: [] },
  }
  const registrations = season.stages.filter(({ type }) => type === registrationFacts.type)
  const passedStages = season.stages.filter(({ code, type }) => done.has(code) || type === registrationFacts.type)
  return {
    person: {
      ...{ accountId: 0, competitionCode: season.code, track: track || null, region: region || null },
      ...{ door: door ?? 'participant', tags: [], finalistElsewhere: false, disqualification: null },
      consents: registrations.flatMap(({ settings }) =>
        (settings as RegistrationSettings).documents.map(({ code }) => code),
      ),
    },
    facts: new Map(passedStages.map(({ id }) => [id, facts])),
    scores: new Map(),
    extensions: new Map(),
    remarks: new Map(),
    standings: new Map(),
  }
}
