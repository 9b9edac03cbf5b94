import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import type { DemoStage } from '../demo-stage.ts'
import type { FilledPeople } from '../fill-people.ts'

export interface KindFilling {
  tx: Tx
  named: FilledPeople['named']
  /** Accounts of people who take part, besides the named ones. */
  people: readonly number[]
  /** Accounts of people who may be asked to judge. */
  experts: readonly number[]
  /** The id of a stage of this competition. */
  stage(code: string): number
  now: Date
  disk: Services['disk']
  config: Pick<Services['config'], 'pepper'>
}

/** What one kind adds to the competition «Все виды этапов». */
export interface KindDemo {
  /** Open to everybody at once; a group has the code of the kind's first stage with `_group`. */
  stages: DemoStage[]
  /** By the code of the stage. */
  forms?: Record<string, FormSchema>
  /** People in all states of the stages, and works that wait. */
  fill?(filling: KindFilling): Promise<void>
}

/** A stage that is open now and asks for nothing before. */
export const open = (stage: Omit<DemoStage, 'opens' | 'closes'>): DemoStage => ({ ...stage, opens: -5, closes: 60 })
