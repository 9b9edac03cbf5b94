import type { ComponentType, ReactNode } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { AnswerData } from '#shared/forms/field.ts'
import type { ValidationMode } from '#shared/forms/validate.ts'
import type { FormStore } from '#web/platform/forms/form-store.ts'
import type { ReviewProps } from './kind.ts'

/** What the page of a work says; the noun and its gender are the kind's. */
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
  /** Above what was handed in. */
  answers: string
}

export interface WorkFieldsProps<Settings> {
  store: FormStore
  settings: Settings
}

/** How a kind that asks by a form looks; everything else is the engine's. */
export interface WorkLook<Settings> {
  words: WorkWords
  /** What is wrong with an answer beside its form. */
  faults?: (settings: Settings, answer: AnswerData, mode: ValidationMode) => FieldFaults
  /** The fields, where the form's own sections are not enough. */
  Fields: ComponentType<WorkFieldsProps<Settings>>
  /** Beside the fields, around the line that says whether the draft is saved. */
  Aside: ComponentType<WorkFieldsProps<Settings> & { children: ReactNode }>
  /** The fields take the width of a text, not of a form. */
  wide?: boolean
  /** The task: above the fields, and below what was handed in. */
  Task?: ComponentType<{ settings: Settings }>
  /** What a judge sees. With it the person may look at the work as a judge would, and at earlier revisions. */
  Review?: ComponentType<ReviewProps>
}
