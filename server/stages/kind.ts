import type { Db, Tx } from '#server/db.ts'
import type { ReadableLine } from '#shared/forms/answer.ts'
import type { OneStage } from './one-stage.ts'

/** What handing in means for one kind of stage, for the parts of the engine that serve every kind. */
export interface ServerStageKind {
  /** What was handed in, in words, for receipts: an answer each. Many cost no more questions to the database than one. */
  answersInWords(db: Db | Tx, handedIn: readonly HandedIn[]): Promise<ReadableLine[][]>
  /** Hands in the draft that was there when the stage ended. Null where the kind has no drafts. */
  handInDraft: ((tx: Tx, of: DraftAtEnd) => Promise<void>) | null
}

export interface HandedIn {
  stageId: number
  formVersion: number
  data: Record<string, unknown>
}

export interface DraftAtEnd {
  accountId: number
  stage: OneStage
  data: Record<string, unknown>
  /** The moment at which the stage ended for this person. */
  endedAt: Date
  now: Date
}
