import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentView } from '#web/platform/api/view.ts'
import { onBack } from '#web/platform/messages/connection.ts'
import {
  createDraftKeeper,
  type DraftData,
  type DraftKeeper,
  type DraftServer,
  type DraftState,
} from './draft-keeper.ts'
import { createDraftMirror, type DraftMirror } from './draft-mirror.ts'
import { openDraft } from './open-drafts.ts'

/** For an organiser who looks as a participant: nothing of the participant stays in the organiser's browser. */
const keepsNothing: DraftMirror = {
  get: async () => null,
  put: async () => {},
  remove: async () => {},
  holdsMore: async () => false,
}

export const draftMirror: DraftMirror = currentView() ? keepsNothing : createDraftMirror()

export interface UseDraft {
  keeper: DraftKeeper
  state: DraftState
  /** Null while the draft is being loaded. */
  opened: DraftData | null
  /** Why the draft could not be loaded. */
  error: unknown
  openAgain: () => void
}

/** A draft while its page is open: saved after pauses, when the page is closed and when the connection is back. */
export function useDraft(options: {
  key: string
  server: DraftServer
  onReplace: (data: DraftData) => void
}): UseDraft {
  const replace = useRef(options.onReplace)
  replace.current = options.onReplace
  const [keeper] = useState(() =>
    createDraftKeeper({
      key: options.key,
      server: options.server,
      mirror: draftMirror,
      onReplace: (data) => replace.current(data),
    }),
  )
  const [opened, setOpened] = useState<DraftData | null>(null)
  const [error, setError] = useState<unknown>(null)
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state)

  const open = useCallback(() => {
    setError(null)
    keeper.open().then(setOpened, setError)
  }, [keeper])

  useEffect(() => {
    open()
    const leave = () => void keeper.flush({ leaving: true })
    const hide = () => document.visibilityState === 'hidden' && leave()
    const closeDraft = openDraft(() => keeper.flush())
    const warn = (event: BeforeUnloadEvent) => {
      if (keeper.state().phase === 'failed') event.preventDefault()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    const stopWaiting = onBack(() => void keeper.flush())
    window.addEventListener('beforeunload', warn)
    return () => {
      closeDraft()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      stopWaiting()
      window.removeEventListener('beforeunload', warn)
      keeper.stop()
    }
  }, [keeper, open])

  return { keeper, state, opened, error, openAgain: open }
}
