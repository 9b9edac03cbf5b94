import type { Gate } from '#shared/stages/gate.ts'
import type { StageClock } from '#shared/stages/window.ts'

/** A stage of the demo; its days are counted from the first start. */
export interface DemoStage {
  code: string
  type: string
  /** The code of its group, or of the stage above it. */
  group?: string
  title: string
  summary?: string
  view?: string
  manual?: string
  /** How long the work takes. */
  minutes?: number
  /** What people should have at hand. */
  preparation?: string[]
  /** Days from the first start; a stage opens at 10:00 and closes at 23:59 Moscow time. */
  opens?: number
  closes?: number
  tracks?: string[]
  requires?: string[]
  gate?: Gate
  clock?: StageClock
  submitDraftAtEnd?: boolean
  closedToFinalists?: boolean
  settings?: Record<string, unknown>
}
