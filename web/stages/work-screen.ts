import type { ComponentType, ReactNode, RefObject } from 'react'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { Faults, SettingsOf, StageKind } from '#shared/stages/kind.ts'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import type { ReviewProps } from './kind.ts'
import type { StageDetails, WorkPage } from './queries.ts'
import type { StageWork } from './use-stage-work.ts'

/** The texts of the page of a work; the noun and its gender depend on the kind. */
export interface WorkWords {
  loading: string
  failed: string
  /** No questions have been published yet. */
  notReady: string
  check: string
  afterwards: string
  handIn: string
  handingIn: string
  closed: string
  changed: string
  changedAdvice: string
  taken: string
  handedIn: string
  notNeeded: string
  notNeededAdvice: string
  /** Above the hand-in. */
  answers: string
}

export interface WorkFieldsProps<Settings> {
  store: FormStore
  settings: Settings
}

export interface WorkEditorProps<Settings> {
  competition: string
  look: WorkLook<Settings>
  settings: Settings
  stage: StageDetails
  page: WorkPage
  work: StageWork
}

export type FillingProps<Settings> = WorkEditorProps<Settings> & {
  draft: UseDraft
  /** The draft as it was loaded. */
  opened: AnswerData
  /** Where the editor puts its form, so that a draft from elsewhere can replace what it shows. */
  shown: RefObject<FormStore | null>
}

/** The look of a kind with a form; everything else is the engine's. */
export interface WorkLook<Settings> {
  words: WorkWords
  /** The faults of an answer besides those of its form, from the contract of the kind; null where it has no rules. */
  faults: Faults<Settings>
  /** The fields, where the form's own sections are not enough. */
  Fields?: ComponentType<WorkFieldsProps<Settings>>
  /** Beside the fields, around the line that says whether the draft is saved. */
  Aside?: ComponentType<WorkFieldsProps<Settings> & { children: ReactNode }>
  /** The task: above the fields, and below the hand-in. */
  Task?: ComponentType<{ settings: Settings }>
  /** What an assessor sees. With it, the person gets the preview and earlier revisions. */
  Review?: ComponentType<ReviewProps>
  /** The whole editor, where people do not fill in a form from top to bottom. */
  Filling?: ComponentType<FillingProps<Settings>>
}

/** The look of one kind: a kind whose contract has rules of an answer must name them here. */
export type LookOf<K extends Pick<StageKind, 'settings' | 'faults'>> = WorkLook<SettingsOf<K>> & {
  faults: K['faults']
}
