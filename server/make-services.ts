import { callerMemory } from './auth/caller-memory.ts'
import { createDictionaries } from './dictionaries/dictionaries.ts'
import type { Hearing } from './platform/db/hearing.ts'
import { createMailer } from './platform/mail/mailer.ts'
import type { Services } from './services.ts'
import { serverStageKinds } from './stages/kinds.ts'
import { createReadings } from './stages/readings.ts'
import { createSeasons } from './stages/seasons.ts'

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
    ...{ ...base, seasons, dictionaries, callers, readings: createReadings(base) },
    ...{ mailer: createMailer(), sender: null, servedWords: new Set() },
  }
}
