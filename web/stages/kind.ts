import type { ComponentType } from 'react'
import type { ReadableLine } from '#shared/forms/answer.ts'
import type { KindFacts } from '#shared/stages/kind-facts.ts'

export interface StageScreenProps {
  competition: string
  track: string
  stageId: number
}

export interface ReviewProps {
  /** The answer in words; without names where the reader must not know them. */
  lines: readonly ReadableLine[]
}

export interface SettingsEditorProps {
  settings: Readonly<Record<string, unknown>>
  onChange: (settings: Readonly<Record<string, unknown>>) => void
}

/** A part that is loaded when it is first needed. */
type Chunk<Props> = () => Promise<{ default: ComponentType<Props> }>

interface KindParts {
  /** What a participant sees and does. */
  screen: Chunk<StageScreenProps>
  /** What a judge sees of an answer; null where there is nothing to judge. */
  review: Chunk<ReviewProps> | null
  /** An editor of the settings that a form drawn from their schema cannot show; null where the form is enough. */
  settingsEditor: Chunk<SettingsEditorProps> | null
}

/** Everything that the browser knows about a kind of stage. */
export type WebStageKind = KindFacts & KindParts

/** States a kind once for the browser: its facts, and its parts, each in a chunk of its own. */
export const webKind = (facts: KindFacts, parts: KindParts): WebStageKind => ({ ...facts, ...parts })
