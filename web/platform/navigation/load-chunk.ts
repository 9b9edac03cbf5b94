import { ApiFailure } from '#web/platform/api/failure.ts'
import { limits } from '#web/platform/limits.ts'
import { askReached } from '#web/platform/messages/connection.ts'

const storageKey = 'chunk-reloaded-at'

/** A lost piece of the program reloads the page, but a broken release must not reload it for ever. */
export const mayReload = (now: number, last: number | null): boolean =>
  last === null || Number.isNaN(last) || now - last >= limits.chunkReloadGuardMs

export interface ReloadWorld {
  now: () => number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  reload: () => void
  /** Whether the server answers at all. */
  reached: () => Promise<boolean>
}

/**
 * Fetches a piece of the program; when it is gone (a new release), reloads the page, at most once in 60 s. Without a
 * connection a reload would leave nothing: then it throws `OFFLINE`, and whoever asked asks again when it is back.
 */
export async function loadChunk<T>(load: () => Promise<T>, world: ReloadWorld = browserWorld): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(await world.reached())) throw new ApiFailure('OFFLINE', 0)
    const kept = world.storage.getItem(storageKey)
    if (!mayReload(world.now(), kept === null ? null : Number(kept))) throw error
    world.storage.setItem(storageKey, String(world.now()))
    world.reload()
    // The page is going away: whoever waits should not show a failure meanwhile.
    return new Promise<T>(() => {})
  }
}

const browserWorld: ReloadWorld = {
  now: () => Date.now(),
  // Asked for only when it is needed: the server has none.
  get storage() {
    return sessionStorage
  },
  reload: () => window.location.reload(),
  reached: askReached,
}
