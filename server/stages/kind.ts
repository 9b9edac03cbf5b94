import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { FileHolder } from '#server/files/sweep-files.ts'
import type { OwnDataSource } from '#server/personal-data/own-data.ts'
import type { Services } from '#server/services.ts'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { ReadableLine } from '#shared/forms/answer.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import type { Judging } from '#shared/judging/judging-form.ts'
import type { Criterion } from '#shared/judging/rubric.ts'
import type { Gate, GatePerson } from '#shared/stages/gate.ts'
import type { SettingsOf, StageKind } from '#shared/stages/kind.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import type { StageFacts, StageState } from '#shared/stages/stage-status.ts'
import type { OneStage } from './one-stage.ts'
import type { PersonStage } from './person-stages.ts'
import type { Season, SeasonStage } from './season.ts'

/** Work that was sent to be handed in. The stage is locked for the person. */
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

/** What to store of a hand-in, and what happens after it. */
export interface TakenWork {
  data: Record<string, unknown>
  formVersion?: number
  /** The files that the hand-in refers to. */
  fileIds?: readonly string[]
  /** When it counts as handed in; the moment at which it reached the server where the kind does not say. */
  arrivedAt?: Date
  /**
   * `wait`: people decide. `prepare`: they do once a job has prepared the work for them. `accept`: a job accepts it in a
   * moment. Otherwise the decision that holds at once.
   */
  follows: 'wait' | 'prepare' | 'accept' | { outcome: StageOutcome; reason: string }
  /** Writes to the kind's own tables, in the same transaction and before anything is read again. */
  keep?: (tx: Tx) => Promise<void>
}

/** How work is handed in at a stage of this kind. */
export interface TakesWork {
  /**
   * Looks at what came before it is kept, and writes nothing. Throws a refusal, or says what to keep; `repeated` when the
   * person has handed in just this before: he gets the receipt that he has.
   */
  take: (db: Db | Tx, services: Services, work: IncomingWork) => Promise<TakenWork | 'repeated'>
  /** Null where nothing is saved before the hand-in. */
  draft: null | {
    /** Throws unless the draft may be saved now. Returns what to store and the faults so far. */
    look: (
      db: Db | Tx,
      work: Omit<IncomingWork, 'formVersion' | 'ip'>,
    ) => Promise<{ data: Record<string, unknown>; faults: FieldFaults }>
    /** The hand-in made from a draft when the stage ends, or null when the draft is declined. */
    atEnd: (tx: Tx, services: Services, draft: IncomingWork) => Promise<TakenWork | null>
    /** Asked first: when to look again, while something of the draft is still arriving. Null: nothing is. */
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
   * What people read who check a hand-in: its answer in words, or more where a kind keeps more than the answer. Null
   * where nobody checks: rules decide, or people in another way.
   */
  toCheck:
    | null
    | 'inWords'
    | ((db: Db, services: Services, of: { accountId: number; stage: SeasonStage }) => Promise<ReadableLine[]>)
  /** Whether people decide about what is handed in at this stage. Without this they do not. */
  people?: (stage: Pick<SeasonStage, 'settings'>) => boolean
  /** What the job does with a hand-in before it accepts it, in the same transaction. It may run again. */
  process?: (tx: Tx, work: ProcessedWork) => Promise<void>
}

/** A hand-in that a job is about to accept. */
export interface ProcessedWork {
  handInId: number
  /** Who has sent it; for a team, one of its members. */
  accountId: number
  stage: SeasonStage
  data: Record<string, unknown>
  formVersion: number
  now: Date
}

/** What an attempt under a clock means at a stage of this kind. It ends with a hand-in, made by the person or for him. */
export interface TakesAttempts {
  /** How long an attempt of this person lasts; null: until the stage closes for him. */
  minutes: (stage: OneStage) => number | null
  /** Prepares what the attempt is about, in the transaction that begins it. */
  atBegin?: (tx: Tx, begun: BegunAttempt) => Promise<void>
  /**
   * What is handed in when attempts end, one work each, from what the kind has kept of them. It writes nothing itself: `keep`
   * of what it gives does, in the transaction that ends the attempt, exactly once. Many must not cost more queries than one.
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

/** What a kind knows of a person from its own tables. It is read in the same query as the person's facts. */
export interface Standing {
  /** A column of that query: an object by stage id, null when there is nothing. */
  column: (of: { accountId: unknown; competitionCode: unknown; now: unknown; part: boolean }) => RawBuilder<unknown>
  /**
   * Whether one of the season's stages of this kind asks for the `part` of the column that few ask for. A part that is not there
   * need not be planned. Without this there is none.
   */
  asksPart?: (stages: readonly SeasonStage[]) => boolean
  /** One value of that object, as `state` and `team` get it. */
  read: (json: unknown) => unknown
  /** The facts and the state of the stage for a person with such a value. */
  state: (stage: SeasonStage, facts: StageFacts, own: unknown, now: Date) => { facts: StageFacts; state: StageState }
  /** The times at which what follows from it may change by itself. */
  changes: (own: unknown, state: StageState) => readonly (Date | null)[]
  /** The person's team, for kinds in which people form teams. */
  team: (stage: SeasonStage, own: unknown) => { id: number; reached: GatePerson['team'] } | null
  /** Whether a stage that asks for this one waits for it. Without this it does. */
  blocks?: (stage: SeasonStage) => boolean
  /** Whether the status is the last word about the person: until then a stage that asks for this one waits. Without this it is. */
  settled?: (own: unknown) => boolean
}

/** What a kind says of its parts: the stages below it, in which its work is done. */
export interface Whole {
  /** Kinds of the parts that it cannot be without: they are added with it, and nowhere else. */
  made?: readonly string[]
  /** Codes of the parts that must be handed in before this one opens. */
  before: (whole: SeasonStage, parts: readonly SeasonStage[], part: SeasonStage) => string[]
  /** Codes of the parts that must be accepted before this one opens; none without it. */
  accepted?: (whole: SeasonStage, parts: readonly SeasonStage[], part: SeasonStage) => string[]
  /** Ids of the parts that a person with this standing need not do. */
  spared: (own: unknown) => readonly number[]
  /** Facts and state of the whole for a person, from those of its parts. Nothing is ever decided of it otherwise. */
  state: (
    whole: SeasonStage,
    facts: StageFacts,
    parts: readonly PersonStage[],
    now: Date,
  ) => { facts: StageFacts; state: StageState }
}

/** Something that an organiser must check before a stage opens. A red item blocks it. */
export interface ChecklistItem {
  level: 'red' | 'yellow'
  text: string
}

/** What of a work is compared with other works. */
export interface Compared {
  /** With the works of the same stage, or with those of every stage of this kind. */
  among: 'stage' | 'kind'
  /** The similarity from which a pair is flagged, in percent; 0: works of the stage are not compared. */
  threshold: (settings: Record<string, unknown>) => number
  passages: (data: Record<string, unknown>) => { label: string; text: string }[]
  /** What the stage itself says: people who quote it are not alike by that. */
  given: (settings: Record<string, unknown>) => string
}

/** A form that organisers put together. */
interface BuiltForm {
  /** Where the form that people see is kept: the newest of its versions, or the setting `form`. */
  in: 'versions' | 'settings'
  /** What the kind itself lacks in a form: it cannot be published then. */
  lacks?: (form: FormSchema, settings: Record<string, unknown>) => string[]
}

/** Tracks that organisers move people to, many at once. */
export interface MovesPeople {
  /** The codes of the tracks that the stage offers. */
  tracks(stage: SeasonStage): string[]
  /** How many more people the track takes, places of `except` left aside; null: as many as want. */
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

/** What the server does for one kind of stage. Every part must be given, even if it is null. */
export interface ServerStageKind {
  contract: StageKind
  /** Null when nothing is handed in. */
  work: TakesWork | null
  /** Null where people have no clock of their own. With attempts, `work` is `attemptWork` and `standing` `attemptStanding`. */
  attempts: TakesAttempts | null
  standing: Standing | null
  /** For a kind whose work is done in the stages below it. */
  whole?: Whole
  /** The form of a stage is put together in the console, where every version of it is published. */
  built?: BuiltForm
  /** What the portal itself says of edited settings, from those that participants see. */
  settled?: (edited: Record<string, unknown>, published: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** For a kind whose works are compared with each other. */
  compared?: Compared
  /** What the settings of the stage ask of people before it opens to them, beside its own condition. */
  gate?: (stage: Pick<SeasonStage, 'settings'>) => Gate | null
  /** How works of this kind are judged where the organiser has set nothing. */
  judging?: { settings: Partial<Judging>; criteria: readonly Criterion[] }
  /** Whether people check the teams themselves that are made at the stage, for a kind in which people form teams. */
  checksTeams?: (stage: Pick<SeasonStage, 'settings' | 'view'>) => boolean
  /** Judges of this kind mark matches, not works: they are named as elsewhere, the rest is the kind's own. */
  judgesMatches?: true
  /**
   * Scores by account, also before they are published, for a kind that works them out itself. It then publishes them itself too.
   */
  rawScores?: (db: Db | Tx, stageId: number) => Promise<ReadonlyMap<number, number>>
  /** People get scores at the stage that come neither from judges of works nor from `rawScores`. */
  scores?: true
  /** What the kind stores of a person besides drafts and hand-ins, for the export of their data. */
  ownData: OwnDataSource | null
  /** Finds the files that the kind's own tables refer to. Those of drafts and hand-ins are found elsewhere. */
  files: FileHolder | null
  /** For a kind at which organisers move people to another track. */
  moves?: MovesPeople
  /** What is wrong with questions and their keys that come with a whole season; for a kind that keeps keys beside its form. */
  keysFaults?: (schema: FormSchema, scoring: { keys: unknown; norms: unknown }) => string[]
  checklist(stage: SeasonStage, season: Season): ChecklistItem[]
  /** The same from the kind's own tables. */
  checks?: (db: Db | Tx, stage: SeasonStage) => Promise<ChecklistItem[]>
}

/** A kind whose contract says that nothing is handed in takes no work, and one that says whose work it is takes it. */
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
