import { formatWire } from '#shared/platform/time/moscow.ts'
import type { DraftServer } from './draft-keeper.ts'
import type { DraftMirror } from './draft-mirror.ts'

/** For drafts that the server does not have: they are stored only in this browser, so there are no conflicts. */
export function localDraft(mirror: DraftMirror, key: string): DraftServer {
  return {
    async read() {
      const copy = await mirror.get(key)
      return { draft: copy?.data ?? {}, revision: 0, saved_at: copy && formatWire(new Date(copy.at)) }
    },
    async write(data) {
      await mirror.put(key, { data, revision: 0, saved: true, at: Date.now() })
      return { revision: 0, saved_at: formatWire(new Date()) }
    },
  }
}
