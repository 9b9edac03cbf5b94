import type { ComponentType, ReactNode } from 'react'
import type { Faults, SettingsOf, StageKind } from '#shared/stages/kind.ts'
import type { FormStore } from '#web/platform/forms/form-store.ts'
import type { ReviewProps } from './kind.ts'

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

/** The look of a kind with a form; everything else is the engine's. */
export interface WorkLook<Settings> {
  words: WorkWords
  /** What is wrong with an answer beside its form, as the contract of the kind says; null where it has no rules. */
  faults: Faults<Settings>
  /** The fields, where the form's own sections are not enough. */
  Fields?: ComponentType<WorkFieldsProps<Settings>>
  /** Beside the fields, around the line that says whether the draft is saved. */
  Aside?: ComponentType<WorkFieldsProps<Settings> & { children: ReactNode }>
  /** The task: above the fields, and below the hand-in. */
  Task?: ComponentType<{ settings: Settings }>
  /** What an assessor sees. With it, the person gets the preview and earlier revisions. */
  Review?: ComponentType<ReviewProps>
}

/** The look of one kind: a kind whose contract has rules of an answer must name them here. */
export type LookOf<K extends Pick<StageKind, 'settings' | 'faults'>> = WorkLook<SettingsOf<K>> & {
  faults: K['faults']
}
