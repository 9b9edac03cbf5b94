import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { DemoStage } from '../demo-stage.ts'
import type { FilledPeople } from '../fill-people.ts'

export interface KindFilling {
  tx: Tx
  named: FilledPeople['named']
  /** Accounts of participants, besides the named ones. */
  people: readonly number[]
  /** Accounts of possible judges. */
  experts: readonly number[]
  /** The id of a stage of this competition. */
  stage(code: string): number
  now: Date
  disk: Services['disk']
  config: Pick<Services['config'], 'pepper'>
}

/** The contents that one kind adds to the competition «Все виды этапов». */
export interface KindDemo {
  /** Stages, open to everybody at once; a group has the code of the kind's first stage with `_group`. */
  stages: DemoStage[]
  /** Forms, by the code of the stage. */
  forms?: Record<string, FormSchema>
  /** Stores people in all states of the stages, and works that wait. */
  fill?(filling: KindFilling): Promise<void>
}

/** A stage that is open now and has no conditions. */
export const open = (stage: Omit<DemoStage, 'opens' | 'closes'>): DemoStage => ({ ...stage, opens: -5, closes: 60 })
