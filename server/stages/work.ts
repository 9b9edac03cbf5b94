import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { keepHandIn, keepHandInUnlessChanged, nextStage, type Receipt, receiptOf } from './hand-in.ts'
import { fingerprintOf, runOnce } from './idempotency.ts'
import type { TakenWork, TakesWork } from './kind.ts'
import { isWorkable, lockOwnFacts, lockStage, type OneStage, rememberedStage, type StageName } from './one-stage.ts'
import type { StoredFacts } from './person-facts.ts'
import { forgetPerson, type PersonStages, personStages, withStatuses } from './person-stages.ts'
import { validatorOf } from './read-settings.ts'
import { saveDraft, saveDraftUnlessChanged } from './save-draft.ts'
import { settle } from './settle.ts'
import { lastHandIn, type WorkOwner, workersOf, workOwner } from './work-owner.ts'

interface Work {
  accountId: number
  stage: StageName
  data: Record<string, unknown>
  /** The time at which the request reached the server. */
  receivedAt: Date
}

export interface WorkDraft extends Work {
  /** The revision that was edited. Without it the latest save wins. */
  basedOn: number | undefined
}

export interface WorkToHandIn extends Work {
  formVersion?: number | undefined
  ip: string
  idempotencyKey: string | undefined
}

/** Saves a draft of a person or a team completely, and returns its faults so far. */
export async function saveWorkDraft(services: Services, draft: WorkDraft) {
  const saved = await saveFromMemory(services, draft)
  if (saved) return saved
  await services.seasons.ready(services.db, draft.stage)
  return services.db.transaction().execute((tx) => saveDraftIn(tx, services, draft))
}

/**
 * Like `saveWorkDraft`, from the remembered stage, in one statement. Null when that is outdated, when it does not allow
 * a save, or at the first save: then the stage is locked and read again.
 */
async function saveFromMemory(services: Services, { accountId, data, basedOn, receivedAt, ...of }: WorkDraft) {
  const { db, seasons, clock } = services
  const stage = await rememberedStage(services, accountId, of.stage, receivedAt)
  if (!stage) return null
  const now = clock()
  const begun = stage.facts.startedAt !== null && isWorkable(stage)
  const looked = begun && (await takesWork(stage).draft?.look(db, { accountId, stage, data, receivedAt, now }))
  if (looked) {
    const draft = { owner: workOwner(stage, accountId), stage, data: looked.data, basedOn }
    const saved = await saveDraftUnlessChanged(db, draft, stage.versions, now)
    if (saved) return { ...saved, faults: looked.faults }
  }
  forgetPerson(seasons, { accountId, competitionCode: stage.row.competitionCode })
  return null
}

/** Like `saveWorkDraft`, inside a transaction of the caller, with the stage locked and read under the lock. */
export async function saveDraftIn(
  tx: Tx,
  services: Services,
  { accountId, data, receivedAt, basedOn, ...of }: WorkDraft,
) {
  const now = services.clock()
  const stage = await lockStage(tx, services.seasons, accountId, of.stage, receivedAt)
  const { draft } = takesWork(stage)
  if (!draft) throw new Refusal('stage_not_found')
  const owner = workOwner(stage, accountId)
  const looked = await draft.look(tx, { accountId, stage, data, receivedAt, now })
  const saved = await saveDraft(tx, { owner, stage, data: looked.data, basedOn }, now)
  return { ...saved, faults: looked.faults }
}

/** Hands in a work, or refuses it with all its faults. A repeat of the request gets the same answer. */
export async function handInWork(services: Services, work: WorkToHandIn) {
  await services.seasons.ready(services.db, work.stage)
  await services.dictionaries.ready(services.db)
  const { accountId, stage, data, formVersion, idempotencyKey: key } = work
  const request = ['work', stage, data, formVersion]
  const answer = await handInFromMemory(services, work, request)
  if (answer) return answer
  return services.db.transaction().execute(async (tx) => {
    if (key !== undefined) await lockOwnFacts(tx, services.seasons, accountId, stage)
    return runOnce(tx, { accountId, key, request }, services.clock(), () => handInIn(tx, services, work))
  })
}

/**
 * Like `handInWork`, from the remembered stage, in one statement. Null when that is outdated, when the hand-in would be
 * refused, when nothing was begun, or when more follows than a hand-in of one person: then the stage is locked and read
 * again.
 */
async function handInFromMemory(services: Services, work: WorkToHandIn, request: unknown) {
  const { db, clock } = services
  const { accountId, data, formVersion, receivedAt, ip, idempotencyKey: key } = work
  const stage = await rememberedStage(services, accountId, work.stage, receivedAt)
  if (!stage || stage.facts.startedAt === null || !isWorkable(stage)) return null
  if (stage.row.kind?.contract.work !== 'person') return null
  const now = clock()
  const { competitionCode } = stage.row
  const taken = await unlessRefused(() => {
    refuseWrongShape(stage, data)
    return takesWork(stage).take(db, services, { accountId, stage, data, formVersion, receivedAt, now, ip })
  })
  if (taken === null || taken === 'repeated') return null
  if (taken.keep || typeof taken.follows === 'object' || (taken.fileIds ?? []).length > 0) return null
  const receipt = { number: '', handed_in_at: formatWire(receivedAt), revision: 0, stage_title: stage.row.title }
  const after = factsAfter(stage, taken, receivedAt, now)
  const answer = answerOf(stage, receipt, withFacts(stage, after, receivedAt))
  const once = key === undefined ? null : { fingerprint: fingerprintOf(request), answer }
  const handedIn = {
    owner: workOwner(stage, accountId),
    data: taken.data,
    formVersion: taken.formVersion,
    job: jobOf(taken),
    arrivedAt: receivedAt,
    idempotencyKey: key,
  }
  const memory = { versions: stage.versions, competitionCode, once }
  const kept = await keepHandInUnlessChanged(db, stage.row.title, handedIn, memory, now)
  forgetPerson(services.seasons, { accountId, competitionCode })
  return kept && { ...answer, receipt: { ...receipt, number: kept.number, revision: kept.revision } }
}

/** The result of `act`, or null where it refuses. */
async function unlessRefused<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Like `handInWork`, inside a transaction of the caller. */
export async function handInIn(tx: Tx, services: Services, work: WorkToHandIn) {
  const { accountId, data, formVersion, receivedAt, ip, idempotencyKey } = work
  const now = services.clock()
  const stage = await lockStage(tx, services.seasons, accountId, work.stage, receivedAt)
  const owner = workOwner(stage, accountId)
  refuseWrongShape(stage, data)
  const taken = await takesWork(stage).take(tx, services, { accountId, stage, data, formVersion, receivedAt, now, ip })
  if (taken === 'repeated') return repeatedAnswer(tx, stage, owner)
  const { arrivedAt = receivedAt } = taken
  const receipt = await keepWork(tx, stage, owner, taken, { arrivedAt, now, idempotencyKey })
  const { person } = stage.all
  const of = { accountId: person.accountId, competitionCode: person.competitionCode }
  const after = taken.keep
    ? await personStages(tx, services.seasons, of, receivedAt)
    : withFacts(stage, factsAfter(stage, taken, arrivedAt, now), receivedAt)
  return answerOf(stage, receipt, after)
}

/** Stores a checked work and its consequence: a job that accepts it, or an immediate decision. */
export async function keepWork(
  tx: Tx,
  { row }: OneStage,
  owner: WorkOwner,
  taken: TakenWork,
  how: { arrivedAt: Date; now: Date; idempotencyKey?: string | undefined; bySystem?: boolean },
): Promise<Receipt & { id: number }> {
  const { data, formVersion, fileIds, follows } = taken
  const { now, ...arrived } = how
  const job = jobOf(taken)
  const receipt = await keepHandIn(tx, row.title, { owner, data, formVersion, fileIds, job, ...arrived }, now)
  await taken.keep?.(tx)
  if (typeof follows === 'object')
    await settle(tx, { accountIds: await workersOf(tx, owner), stageId: owner.stageId, ...follows }, now)
  return receipt
}

/** The job that processes the hand-in first. */
const jobOf = ({ follows }: Pick<TakenWork, 'follows'>): 'accept' | 'prepare' | undefined =>
  follows === 'accept' || follows === 'prepare' ? follows : undefined

/** How the stage handles work. Throws for kinds that take none. */
export function takesWork({ row }: Pick<OneStage, 'row'>): TakesWork {
  if (!row.kind?.work) throw new Refusal('stage_not_found')
  return row.kind.work
}

/** Throws unless the data has the shape that the kind's contract defines. */
function refuseWrongShape({ row }: OneStage, data: Record<string, unknown>): void {
  const shape = row.kind?.contract.answer
  if (shape && !validatorOf(shape).Check(data)) throw new Refusal('invalid_request')
}

/** The facts after the hand-in, so that they need not be read again. */
function factsAfter({ row, all }: OneStage, { follows }: TakenWork, arrivedAt: Date, now: Date): StoredFacts {
  const before = all.found.facts.get(row.id)
  const decided = typeof follows === 'object' ? follows : null
  return {
    startedAt: before?.startedAt ?? arrivedAt,
    submittedAt: arrivedAt,
    processingAt: jobOf({ follows }) ? now : null,
    interruptedAt: null,
    passedAt: decided?.outcome === 'passed' ? now : decided?.outcome === 'failed' ? null : (before?.passedAt ?? null),
    failedAt: decided?.outcome === 'failed' ? now : null,
    returnedAt: null,
    reasons: decided?.outcome === 'failed' ? [decided.reason] : [],
  }
}

/** The person's stages with these facts of this one. */
function withFacts({ row, all: { season, found } }: OneStage, after: StoredFacts, now: Date): PersonStages {
  const facts = new Map([...found.facts, [row.id, after]])
  const remarks = new Map([...found.remarks].filter(([stageId]) => stageId !== row.id))
  return withStatuses(season, { ...found, facts, remarks }, undefined, now)
}

/** The answer to a hand-in: the receipt, the new status of the stage and the next stage. */
function answerOf({ row }: OneStage, receipt: Receipt, after: PersonStages | null) {
  const stage = after?.stages.find((each) => each.row.id === row.id)
  if (!after || !stage) throw new Refusal('stage_not_found')
  const { number, handed_in_at, revision, stage_title } = receipt
  return {
    receipt: { number, handed_in_at, revision, stage_title },
    status: stage.state.status,
    next: nextStage(after, row.id),
  }
}

async function repeatedAnswer(tx: Tx, stage: OneStage, owner: WorkOwner) {
  const earlier = await lastHandIn(tx, owner)
  if (!earlier) throw new Error('a work was said to be repeated, and nothing was handed in')
  return {
    receipt: receiptOf(earlier, stage.row.title),
    status: stage.state.status,
    next: nextStage(stage.all, stage.row.id),
  }
}
