import { callerMemory } from '#server/accounts/auth/caller-memory.ts'
import { createDictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import type { Hearing } from '#server/platform/db/hearing.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { createReadings, type Pace } from '#server/stages/readings.ts'
import { createSeasons } from '#server/stages/seasons.ts'
import type { Services } from './services.ts'

/** The channels on which the database reports changes of data that processes keep in memory. */
export const heardChannels = [
  'notifications_changed',
  'access_changed',
  'season_changed',
  'dictionaries_changed',
  'audit_grew',
]

/**
 * The services with their caches. Without a listener no cache is trusted, and every use queries the database.
 */
export function makeServices(
  base: Pick<Services, 'db' | 'clock' | 'config' | 'disk'>,
  hearing: Hearing | null,
  pace?: Partial<Pace>,
): Services {
  const trusted = () => hearing?.trusted() ?? false
  const seasons = createSeasons({ kinds: serverStageKinds, trusted })
  const dictionaries = createDictionaries({ trusted })
  const callers = callerMemory({ trusted, clock: base.clock })
  hearing?.on('season_changed', seasons.forget)
  hearing?.on('dictionaries_changed', dictionaries.forgetAll)
  hearing?.on('access_changed', (payload) => (payload === '*' ? callers.forgetAll() : callers.forget(Number(payload))))
  hearing?.onCertainty(() => {
    seasons.forgetAll()
    dictionaries.forgetAll()
    callers.forgetAll()
  })
  return {
    ...{ ...base, seasons, dictionaries, callers, readings: createReadings(base, pace) },
    ...{ mailer: createMailer(), sender: null, servedWords: new Set() },
  }
}
