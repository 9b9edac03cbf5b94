import type { TObject } from 'typebox'

/** What both sides agree on about a kind of stage. The name is the wire code and the name of the kind's folders. */
export interface StageKind {
  type: string
  /** The Russian name, as an organiser reads it. */
  title: string
  /** The shape of the stage's settings. */
  settings: TObject
  /** The names of those settings that a participant may see. */
  shownSettings: readonly string[]
}

/** States a kind once, keeping the exact types of its settings. */
export const stageKind = <const K extends StageKind>(kind: K): K => kind
