import { useState } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import type { DraftData } from './draft-keeper.ts'
import { draftKey } from './draft-mirror.ts'
import { localDraft } from './local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from './use-draft.ts'

/**
 * A draft that only this browser stores, by the person's id and a name. When the browser has no storage the draft
 * starts empty, and its text is lost with the page.
 */
export function useLocalDraft(name: string): Omit<UseDraft, 'opened'> & { opened: DraftData | undefined } {
  const [{ key, server }] = useState(() => {
    const made = draftKey(session.claims()?.test_id ?? 0, name)
    return { key: made, server: localDraft(draftMirror, made) }
  })
  const draft = useDraft({ key, server, onReplace: () => undefined })
  return { ...draft, opened: draft.opened ?? (draft.error ? {} : undefined) }
}
