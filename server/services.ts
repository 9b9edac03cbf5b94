import type { CallerMemory } from '#server/accounts/auth/caller-memory.ts'
import type { Dictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { exactHandlers } from '#server/platform/http/handler.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Readings } from '#server/stages/readings.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import type { RouteMap } from '#shared/platform/api/route.ts'
import type { Db } from './db.ts'

/** What every handler gets. It has no state that another process would need. */
export interface Services {
  db: Db
  clock: Clock
  config: Config
  disk: FileDisk
  seasons: Seasons
  readings: Readings
  dictionaries: Dictionaries
  callers: CallerMemory
  /** Every fixed part of an address of the server's routes, collected while they are registered. */
  servedWords: Set<string>
  mailer: Mailer
  /** On whose behalf messages are sent: whoever makes the call; null for jobs and for visitors. */
  sender: { accountId: number; organises: boolean } | null
}

/** What a message needs: `sender` is whose budget it takes. */
export type Messenger = Pick<Services, 'config' | 'clock' | 'sender'>

/** Declares the handlers of a contract. An answer with a key that the contract lacks does not compile. */
export const handlersOf = <Map extends RouteMap>() => exactHandlers<Map, Services>()
