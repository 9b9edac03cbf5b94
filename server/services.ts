import type { RouteMap } from '#shared/api/route.ts'
import type { CallerMemory } from './auth/caller-memory.ts'
import type { Db } from './db.ts'
import type { Dictionaries } from './dictionaries/dictionaries.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { FileDisk } from './platform/files/disk.ts'
import type { Handlers as PlatformHandlers } from './platform/http/handler.ts'
import type { Seasons } from './stages/seasons.ts'

/** What every handler is given. Nothing in it holds state that a second process would need. */
export interface Services {
  db: Db
  clock: Clock
  config: Config
  disk: FileDisk
  seasons: Seasons
  dictionaries: Dictionaries
  callers: CallerMemory
}

export type Handlers<Map extends RouteMap> = PlatformHandlers<Map, Services>
