import { failureText } from '#web/platform/messages/failure-text.ts'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import type { DraftState } from './draft-keeper.ts'

const shown = {
  idle: 'idle',
  waiting: 'saving',
  saving: 'saving',
  saved: 'saved',
  offline: 'offline',
  failed: 'failed',
  conflict: 'failed',
  closed: 'failed',
} as const

/** Says in one line whether the input is saved. */
export function DraftStatus({ state }: { state: DraftState }) {
  if (state.phase === 'closed') return <p role="status">{failureText(state.refusal)}. Текст остался на этой странице</p>
  return <SaveState state={shown[state.phase]} savedAt={state.savedAt} />
}
