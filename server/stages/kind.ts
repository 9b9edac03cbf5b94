import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'
import type { OwnDataSource } from '#server/platform/personal-data/own-data.ts'
import type { Services } from '#server/services.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import type { Gate, GatePerson } from '#shared/stages/gate.ts'
import type { Judging } from '#shared/stages/judging-form.ts'
import type { SettingsOf, StageKind } from '#shared/stages/kind.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import type { Criterion } from '#shared/stages/rubric.ts'
import type { StageFacts, StageState } from '#shared/stages/stage-status.ts'
import type { OneStage } from './one-stage.ts'
import type { PersonStage } from './person-stages.ts'
import type { Season, SeasonStage } from './season.ts'

/** Work that is to be handed in. The stage is locked for the person. */
export interface IncomingWork {
  accountId: number
  stage: OneStage
  data: Record<string, unknown>
  /** The version of the form that was filled in; the current one when the caller sent none. */
  formVersion: number | undefined
  receivedAt: Date
  now: Date
  ip: string
}

/** The data of a hand-in to store, and what happens after it. */
export interface TakenWork {
  data: Record<string, unknown>
  formVersion?: number
  /** The files of the hand-in. */
  fileIds?: readonly string[]
  /** When it counts as handed in; by default the moment at which it reached the server. */
  arrivedAt?: Date
  /**
   * `wait`: people decide. `prepare`: people decide after a job has prepared the work for them. `accept`: a job accepts
   * it in a moment. Otherwise the decision that is made at once.
   */
  follows: 'wait' | 'prepare' | 'accept' | { outcome: StageOutcome; reason: string }
  /** Writes to the kind's own tables, in the same transaction and before anything is read again. */
  keep?: (tx: Tx) => Promise<void>
}

/** How work is handed in at a stage of this kind. */
export interface TakesWork {
  /**
   * Checks the work before it is kept, and writes nothing. Throws a refusal, or returns the data to keep; `repeated`
   * when the person has handed in exactly this before: then the earlier receipt is returned.
   */
  take: (db: Db | Tx, services: Services, work: IncomingWork) => Promise<TakenWork | 'repeated'>
  /** Null where nothing is saved before the hand-in. */
  draft: null | {
    /** Throws unless the draft may be saved now. Returns the data to store and the faults so far. */
    look: (
      db: Db | Tx,
      work: Omit<IncomingWork, 'formVersion' | 'ip'>,
    ) => Promise<{ data: Record<string, unknown>; faults: FieldFaults }>
    /** The hand-in made from a draft when the stage ends, or null when the draft is declined. */
    atEnd: (tx: Tx, services: Services, draft: IncomingWork) => Promise<TakenWork | null>
    /** Called before `atEnd`: when to look again, while a file of the draft is still arriving; null without one. */
    waits?: (tx: Tx, services: Services, draft: IncomingWork) => Promise<Date | null>
  }
  /** The form of the stage, for kinds that have one; null while there is nothing to fill in. */
  questions: (stage: SeasonStage) => FormSchema | null
  /**
   * Answers in words, one list each: for receipts, for the export of a person's data and for assessors. Many answers
   * must not cost more queries than one.
   */
  inWords: (
    db: Db | Tx,
    handedIn: readonly HandedInWork[],
    services: Pick<Services, 'dictionaries'>,
  ) => Promise<ReadableLine[][]>
  /**
   * What checkers read of a hand-in: its answer in words, or more where a kind keeps more than the answer. Null where
   * nobody checks: rules decide, or people in another way.
   */
  toCheck:
    | null
    | 'inWords'
    | ((db: Db, services: Services, of: { accountId: number; stage: SeasonStage }) => Promise<ReadableLine[]>)
  /** Whether people decide about handed-in works of this stage. By default they do not. */
  people?: (stage: Pick<SeasonStage, 'settings'>) => boolean
  /** The job's own processing of a hand-in before it is accepted, in the same transaction. It may run again. */
  process?: (tx: Tx, work: ProcessedWork) => Promise<void>
}

/** A hand-in that a job is about to accept. */
export interface ProcessedWork {
  handInId: number
  /** The sender; for a team, one of its members. */
  accountId: number
  stage: SeasonStage
  data: Record<string, unknown>
  formVersion: number
  now: Date
}

/** How attempts under a clock work at a stage of this kind. An attempt ends with a hand-in by person or portal. */
export interface TakesAttempts {
  /** How long an attempt of this person lasts; null: until the stage closes for them. */
  minutes: (stage: OneStage) => number | null
  /** Prepares the subject of the attempt, such as a paper, in the transaction that begins it. */
  atBegin?: (tx: Tx, begun: BegunAttempt) => Promise<void>
  /**
   * The hand-ins of ended attempts, one for each, from the data that the kind has kept. Writes nothing itself: the
   * returned `keep` writes, in the transaction that ends the attempt, exactly once. Many must not cost more queries
   * than one.
   */
  atEnd: (db: Db | Tx, services: Services, ended: readonly EndedAttempt[]) => Promise<TakenWork[]>
}

export interface BegunAttempt {
  accountId: number
  number: number
  stage: OneStage
  now: Date
}

export interface EndedAttempt {
  id: number
  number: number
  stage: OneStage
  by: 'person' | 'deadline'
  finishedAt: Date
}

export interface HandedInWork {
  settings: Record<string, unknown>
  stageId: number
  formVersion: number
  data: Record<string, unknown>
}

/** A person's data in the kind's own tables. It is read in the same query as the person's facts. */
export interface Standing {
  /** A column of that query: an object by stage id, null without data. */
  column: (of: { accountId: unknown; competitionCode: unknown; now: unknown; part: boolean }) => RawBuilder<unknown>
  /**
   * Whether one of the season's stages of this kind uses the rarely used `part` of the column. A query without the part
   * is planned faster. By default it is not used.
   */
  asksPart?: (stages: readonly SeasonStage[]) => boolean
  /** Converts one value of that object into the form that `state` and `team` get. */
  read: (json: unknown) => unknown
  /** The facts and the state of the stage for a person with this value. */
  state: (stage: SeasonStage, facts: StageFacts, own: unknown, now: Date) => { facts: StageFacts; state: StageState }
  /** The times at which the state may change without a write. */
  changes: (own: unknown, state: StageState) => readonly (Date | null)[]
  /** The person's team, for kinds in which people form teams. */
  team: (stage: SeasonStage, own: unknown) => { id: number; reached: GatePerson['team'] } | null
  /** Whether stages that require this one wait for it. By default they do. */
  blocks?: (stage: SeasonStage) => boolean
  /** Whether the status is final: until then a stage that requires this one waits. By default it is. */
  isFinal?: (own: unknown) => boolean
}

/** The rules of a kind for its parts: the stages below it, in which its work is done. */
export interface Whole {
  /** Kinds of the mandatory parts: they are added together with the whole, and nowhere else. */
  made?: readonly string[]
  /** Codes of the parts that must be handed in before this one opens. */
  before: (whole: SeasonStage, parts: readonly SeasonStage[], part: SeasonStage) => string[]
  /** Codes of the parts that must be accepted before this one opens; by default none. */
  accepted?: (whole: SeasonStage, parts: readonly SeasonStage[], part: SeasonStage) => string[]
  /** Ids of the parts that a person with this standing need not do. */
  spared: (own: unknown) => readonly number[]
  /** Facts and state of the whole for a person, from those of its parts. The whole never has decisions of its own. */
  state: (
    whole: SeasonStage,
    facts: StageFacts,
    parts: readonly PersonStage[],
    now: Date,
  ) => { facts: StageFacts; state: StageState }
}

/** A condition to check before a stage opens. A red item blocks the opening. */
export interface ChecklistItem {
  level: 'red' | 'yellow'
  text: string
}

/** Which text of a work is compared with other works. */
export interface Compared {
  /** Compared with the works of the same stage, or with those of every stage of this kind. */
  among: 'stage' | 'kind'
  /** The similarity from which a pair is flagged, in percent; 0: works of the stage are not compared. */
  threshold: (settings: Record<string, unknown>) => number
  passages: (data: Record<string, unknown>) => { label: string; text: string }[]
  /** The text of the stage itself: passages quoted from it do not count as similar. */
  given: (settings: Record<string, unknown>) => string
}

/** A form that organisers put together. */
interface BuiltForm {
  /** Where the form that people see is kept: the newest of its versions, or the setting `form`. */
  in: 'versions' | 'settings'
  /** What a form lacks by the rules of the kind: it cannot be published then. */
  lacks?: (form: FormSchema, settings: Record<string, unknown>) => string[]
}

/** Tracks that organisers move people to, many at once. */
export interface MovesPeople {
  /** The codes of the tracks that the stage offers. */
  tracks(stage: SeasonStage): string[]
  /** How many more people the track takes, not counting places of `except`; null: no limit. */
  left(db: Db | Tx, stage: SeasonStage, track: string, except: readonly number[]): Promise<number | null>
  /** Nobody else takes a place until the transaction ends. */
  lock(tx: Tx, stage: SeasonStage): Promise<unknown>
  /** Puts people in a track, whatever they have chosen. The facts of the stage are locked. */
  give(
    tx: Tx,
    moved: { stageId: number; accountIds: readonly number[]; code: string; title: string },
    now: Date,
  ): Promise<void>
}

/** The server side of one kind of stage. Every part must be given, even if it is null. */
export interface ServerStageKind {
  contract: StageKind
  /** Null when nothing is handed in. */
  work: TakesWork | null
  /** Null without personal clocks. With attempts, `work` is `attemptWork` and `standing` is `attemptStanding`. */
  attempts: TakesAttempts | null
  standing: Standing | null
  /** For a kind whose work is done in the stages below it. */
  whole?: Whole
  /** For a kind whose form is built in the console, where every version of it is published. */
  built?: BuiltForm
  /** The settings to save: the edited ones with those that the portal sets itself, based on the published ones. */
  settingsToSave?: (
    edited: Record<string, unknown>,
    published: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>
  /** For a kind whose works are compared with each other. */
  compared?: Compared
  /** A condition of entry that follows from the settings, in addition to the stage's own condition. */
  gate?: (stage: Pick<SeasonStage, 'settings'>) => Gate | null
  /** The default judging of works of this kind. */
  judging?: { settings: Partial<Judging>; criteria: readonly Criterion[] }
  /** Whether people check the teams themselves, for a kind in which people form teams. */
  checksTeams?: (stage: Pick<SeasonStage, 'settings' | 'view'>) => boolean
  /** Judges of this kind mark matches, not works: they are named as elsewhere, the kind does the rest itself. */
  judgesMatches?: true
  /** Scores by account, including unpublished ones, for a kind that works them out and publishes them itself. */
  rawScores?: (db: Db | Tx, stageId: number) => Promise<ReadonlyMap<number, number>>
  /** People get scores at the stage in another way than from judges of works or from `rawScores`. */
  scores?: true
  /** The person's data in the kind's own tables, for the export; drafts and hand-ins are exported elsewhere. */
  ownData: OwnDataSource | null
  /** Finds the files that the kind's own tables refer to. Those of drafts and hand-ins are found elsewhere. */
  files: FileHolder | null
  /** For a kind at which organisers move people to another track. */
  moves?: MovesPeople
  /** Faults of questions and their keys in an imported season; for a kind that keeps keys separately from its form. */
  keysFaults?: (schema: FormSchema, scoring: { keys: unknown; norms: unknown }) => string[]
  checklist(stage: SeasonStage, season: Season): ChecklistItem[]
  /** Like `checklist`, from the kind's own tables. */
  checks?: (db: Db | Tx, stage: SeasonStage) => Promise<ChecklistItem[]>
}

/** Requires `work` exactly when the kind's contract has handed-in work. */
type Parts<K extends Pick<StageKind, 'settings' | 'work'>> = Omit<
  ServerStageKind,
  'contract' | 'checklist' | 'work' | 'attempts'
> & {
  work: K['work'] extends 'none' ? null : TakesWork
  attempts: K['work'] extends 'none' ? null : TakesAttempts | null
  checklist(stage: SeasonStage & { settings: SettingsOf<K> }, season: Season): ChecklistItem[]
}

/** Defines what the server does for a kind. */
export const serverKind = <K extends StageKind>(contract: K, parts: Parts<K>): ServerStageKind => ({
  contract,
  ...parts,
})

/** The settings of a stage of this kind. They were checked by the kind's schema when the season was read. */
export const settingsAt = <K extends StageKind>(_kind: K, stage: Pick<SeasonStage, 'settings'>): SettingsOf<K> =>
  stage.settings as SettingsOf<K>
