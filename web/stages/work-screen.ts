import type { ComponentType, ReactNode } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { AnswerData } from '#shared/forms/field.ts'
import type { ValidationMode } from '#shared/forms/validate.ts'
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
  notHandedIn: string
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
  /** Faults that the form cannot find. */
  faults?: (settings: Settings, answer: AnswerData, mode: ValidationMode) => FieldFaults
  /** The fields, when the form's sections are not enough. */
  Fields: ComponentType<WorkFieldsProps<Settings>>
  /** Beside the fields, around the line with the state of the draft. */
  Aside: ComponentType<WorkFieldsProps<Settings> & { children: ReactNode }>
  /** The fields have the width of a text, not of a form. */
  wide?: boolean
  /** The task: above the fields, and below the hand-in. */
  Task?: ComponentType<{ settings: Settings }>
  /** What an assessor sees. With it, the person gets the preview and earlier revisions. */
  Review?: ComponentType<ReviewProps>
}
