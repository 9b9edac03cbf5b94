import type { ComponentType } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import type { KindFacts } from '#shared/stages/kind-facts.ts'

export interface StageScreenProps {
  competition: string
  track: string
  stageId: number
}

export interface ReviewProps {
  /** The answer in words; without names when the reader must not know the author. */
  lines: readonly ReadableLine[]
}

export interface SettingsEditorProps {
  competition: string
  code: string
  /** The settings that have an editor of their own. */
  settings: Readonly<Record<string, unknown>>
  onChange: (settings: Record<string, unknown>) => void
}

export interface NotesProps {
  workId: number
}

export interface StagePanelProps {
  competition: string
  code: string
}

/** A part that is loaded when first needed. */
type Chunk<Props> = () => Promise<{ default: ComponentType<Props> }>

interface KindParts {
  /** The participant's screen. */
  screen: Chunk<StageScreenProps>
  /** An editor for settings that a generated form cannot show; null when there are none. */
  settingsEditor: Chunk<SettingsEditorProps> | null
  /** What an organiser sees and does on the stage's page beside the settings. */
  panel?: Chunk<StagePanelProps>
  /** What the portal has noticed about a work, for those who check it. */
  notes?: Chunk<NotesProps>
}

/** Everything that the browser knows about a kind of stage. */
export type WebStageKind = KindFacts & KindParts

/** Defines a kind for the browser: its facts and its parts, each in its own chunk. */
export const webKind = (facts: KindFacts, parts: KindParts): WebStageKind => ({ ...facts, ...parts })
