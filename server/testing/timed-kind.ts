import { sql } from 'kysely'
import { Type } from 'typebox'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import type { Services } from '#server/services.ts'
import { attemptStanding } from '#server/stages/attempt-standing.ts'
import { lockRunningAttempt } from '#server/stages/attempts.ts'
import { attemptWork, finishAttemptsAtDeadline } from '#server/stages/finish-attempts.ts'
import { serverKind, settingsAt } from '#server/stages/kind.ts'
import { createSeasons } from '#server/stages/seasons.ts'
import { handInWork } from '#server/stages/work.ts'
import { answerData } from '#shared/forms/fields/wire.ts'
import type { RefusalBody } from '#shared/platform/api/refusals.ts'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { kindFacts, usualAddress, usualWords, type Worker } from '#shared/stages/kind-facts.ts'

/** The kinds of the portal, and also `timed` and `timed_team`, whose answers are in the table `timed_answers`. */
export const timedSeasons = () =>
  createSeasons({
    kinds: { ...serverStageKinds, timed: timed('timed', 'person'), timed_team: timed('timed_team', 'team') },
    trusted: () => false,
  })

/** A kind under a clock: its answers are numbers, handed in with the attempt. A 13 makes the hand-in fail. */
function timed(type: string, work: Worker) {
  const facts = { type, title: type, addresses: usualAddress, blockOn: usualBlockOn, needsViewable: false }
  const minutes = setting(Type.Integer(), { title: 'Минут', hint: '', default: 40, shown: true })
  const contract = stageKind(kindFacts({ ...facts, work, words: usualWords }), {
    settings: Type.Object({ minutes }),
    steps: [],
    answer: answerData,
    faults: null,
  })
  return serverKind(contract, {
    work: attemptWork(async (_db, handedIn) => handedIn.map(() => [])),
    attempts: {
      minutes: ({ row }) => settingsAt(contract, row).minutes,
      async atEnd(tx, _services, ended) {
        const ids = ended.map(({ id }) => id)
        const { rows } = await sql<{ attempt_id: number; value: number }>`
          select attempt_id, value from timed_answers where attempt_id = any(${ids}::int[]) order by value`.execute(tx)
        if (rows.some(({ value }) => value === 13)) throw new Error('a broken attempt')
        return ids.map((id) => {
          const values = rows.filter(({ attempt_id }) => attempt_id === id).map(({ value }) => value)
          return { data: { values }, follows: 'wait' as const }
        })
      },
    },
    standing: attemptStanding,
    ownData: null,
    files: null,
    checklist: () => [],
  })
}

interface TimedAnswer {
  accountId: number
  stageId: number
  value: number
  device?: string
}

/** Saves an answer as a kind does: the attempt is locked while the answer is written. */
export const answerTimed = (services: Services, { accountId, stageId, value, device = 'a' }: TimedAnswer) =>
  services.db.transaction().execute(async (tx) => {
    const { attempt, now: at } = await lockRunningAttempt(tx, services, { accountId, stageId, device })
    await sql`insert into timed_answers values (${attempt.id}, ${value}, ${at})`.execute(tx)
  })

/** Hands in the attempt. */
export const finishTimed = (services: Services, { accountId, stageId }: Pick<TimedAnswer, 'accountId' | 'stageId'>) =>
  handInWork(services, {
    accountId,
    stage: { stageId },
    data: {},
    receivedAt: services.clock(),
    ip: '',
    idempotencyKey: undefined,
  })

export interface Race {
  stageId: number
  answering: number[]
  finishing: number[]
  /** The first value to be answered. */
  from: number
}

/**
 * Answers until all attempts are over, while some are handed in and the deadline job runs. Returns the saved values.
 */
export async function raceAttempts(services: Services, { stageId, answering, finishing, from }: Race) {
  const kept: { accountId: number; value: number }[] = []
  let next = from
  const tryOne = async (accountId: number) => {
    const value = next++
    try {
      await answerTimed(services, { accountId, stageId, value })
      kept.push({ accountId, value })
      return true
    } catch (fault) {
      if ((fault as Partial<RefusalBody>).code !== 'attempt_over') throw fault
      return false
    }
  }
  const answers = async (accountId: number) => {
    while (await tryOne(accountId));
  }
  const finishes = async (accountId: number) => {
    await tryOne(accountId)
    const own = { accountId, stageId }
    await Promise.all([finishTimed(services, own), finishTimed(services, own)])
  }
  const sweeps = async () => {
    const open = services.db.selectFrom('attempts').select('id').where('stage_id', '=', stageId)
    while ((await open.where('finished_at', 'is', null).execute()).length > 0) await finishAttemptsAtDeadline(services)
  }
  await Promise.all([...[...answering, ...answering].map(answers), ...finishing.map(finishes), sweeps(), sweeps()])
  return kept
}
