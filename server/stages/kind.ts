import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { FileHolder } from '#server/files/sweep-files.ts'
import type { OwnDataSource } from '#server/personal-data/own-data.ts'
import type { Services } from '#server/services.ts'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { ReadableLine } from '#shared/forms/answer.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import type { GatePerson } from '#shared/stages/gate.ts'
import type { SettingsOf, StageKind } from '#shared/stages/kind.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import type { StageFacts, StageState } from '#shared/stages/stage-status.ts'
import type { OneStage } from './one-stage.ts'
import type { Season, SeasonStage } from './season.ts'

/** A work as it reached the server, with its stage locked for the person. */
export interface IncomingWork {
  accountId: number
  stage: OneStage
  data: Record<string, unknown>
  /** The version of the form that was filled in; the current one where the caller did not say. */
  formVersion: number | undefined
  receivedAt: Date
  now: Date
  ip: string
}

/** What is kept of a work, and what follows from it. */
export interface TakenWork {
  data: Record<string, unknown>
  formVersion?: number
  /** The files that belong to the hand-in from now on. */
  fileIds?: readonly string[]
  /** `wait`: people decide. `accept`: a job accepts it in a moment. Otherwise the decision that holds at once. */
  follows: 'wait' | 'accept' | { outcome: StageOutcome; reason: string }
  /** What the kind keeps in its own tables, in the same transaction and before anything is read again. */
  keep?: (tx: Tx) => Promise<void>
}

/** What handing in means at a stage of this kind. */
export interface TakesWork {
  /**
   * Looks at what came before it is kept, and writes nothing. Throws a refusal, or says what to keep; `repeated` when the
   * person has handed in just this before: he gets the receipt that he has.
   */
  take: (db: Db | Tx, services: Services, work: IncomingWork) => Promise<TakenWork | 'repeated'>
  /** Null where nothing is saved before the hand-in. */
  draft: null | {
    /** Throws unless the draft may be saved now; gives what is kept of it, and what is wrong with it so far. */
    look: (
      db: Db | Tx,
      work: Omit<IncomingWork, 'formVersion' | 'ip'>,
    ) => Promise<{ data: Record<string, unknown>; faults: FieldFaults }>
    /** What becomes of the draft when the stage ends: what is handed in of it, or null when it is declined. */
    atEnd: (tx: Tx, services: Services, draft: IncomingWork) => Promise<TakenWork | null>
  }
  /** What the stage asks, where its kind asks by a form; null while there is nothing to fill in. */
  questions: (stage: SeasonStage) => FormSchema | null
  /**
   * Answers in words, one list for each, for receipts, for a person's copy of his data and for those who judge. Many cost
   * no more questions to the database than one.
   */
  inWords: (
    db: Db | Tx,
    handedIn: readonly HandedInWork[],
    services: Pick<Services, 'dictionaries'>,
  ) => Promise<ReadableLine[][]>
}

export interface HandedInWork {
  settings: Record<string, unknown>
  stageId: number
  formVersion: number
  data: Record<string, unknown>
}

/** What a kind knows of a person from tables of its own, read with his facts by the one query. */
export interface Standing {
  /** A column: an object by the number of the stage, null where there is nothing. */
  column: (of: { accountId: unknown; competitionCode: unknown; now: unknown }) => RawBuilder<unknown>
  /** One value of that object, as `state` and `team` take it. */
  read: (json: unknown) => unknown
  /** The facts and the state of the stage for somebody of whom there is something. */
  state: (stage: SeasonStage, facts: StageFacts, own: unknown, now: Date) => { facts: StageFacts; state: StageState }
  /** The person's team, where the kind makes teams. */
  team: (stage: SeasonStage, own: unknown) => { id: number; reached: GatePerson['team'] } | null
}

/** Something that an organiser must look at before a stage opens; a red one blocks the opening. */
export interface ChecklistItem {
  level: 'red' | 'yellow'
  text: string
}

/** What the server does for one kind of stage. Every part must be said, if only that there is none. */
export interface ServerStageKind {
  contract: StageKind
  /** Null where nothing is handed in. */
  work: TakesWork | null
  standing: Standing | null
  /** What the kind keeps of a person beside his drafts and hand-ins, for the copy of his data. */
  ownData: OwnDataSource | null
  /** Finds the files that the kind's own tables name; those of drafts and hand-ins are found by the engine. */
  files: FileHolder | null
  checklist(stage: SeasonStage, season: Season): ChecklistItem[]
}

type Parts<K extends Pick<StageKind, 'settings'>> = Omit<ServerStageKind, 'contract' | 'checklist'> & {
  checklist(stage: SeasonStage & { settings: SettingsOf<K> }, season: Season): ChecklistItem[]
}

/** States what the server does for a kind. */
export const serverKind = <K extends StageKind>(contract: K, parts: Parts<K>): ServerStageKind => ({
  contract,
  ...parts,
})

/** The settings of a stage of this kind; they went through its schema when the season was read. */
export const settingsAt = <K extends StageKind>(_kind: K, stage: Pick<SeasonStage, 'settings'>): SettingsOf<K> =>
  stage.settings as SettingsOf<K>
