import { ApiFailure } from '#web/platform/api/failure.ts'
import { limits } from '#web/platform/limits.ts'
import { checkReached } from '#web/platform/messages/connection.ts'

const storageKey = 'chunk-reloaded-at'

/** A missing chunk reloads the page, but a broken release must not reload it for ever. */
export const mayReload = (now: number, last: number | null): boolean =>
  last === null || Number.isNaN(last) || now - last >= limits.chunkReloadGuardMs

interface ReloadWorld {
  now: () => number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  reload: () => void
  /** Whether the server answers. */
  reached: () => Promise<boolean>
}

/**
 * Loads a chunk. When it no longer exists (a new release), reloads the page, at most once in 60 s. While offline a
 * reload would lose the page, so it throws `OFFLINE` and the caller tries again later.
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
    // The page is about to reload: callers must not show a failure meanwhile.
    return new Promise<T>(() => {})
  }
}

const browserWorld: ReloadWorld = {
  now: () => Date.now(),
  // Loaded on demand, because the server has no such module.
  get storage() {
    return sessionStorage
  },
  reload: () => window.location.reload(),
  reached: checkReached,
}
