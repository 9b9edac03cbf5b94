import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import type { QuestionKey } from '#shared/kinds/test/question.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { listedFaults } from './listed-faults.ts'
import { ranks, rulingsOf, scoreAttempts, scoredAttempts, scoresOf } from './score-attempts.ts'
import { namesOf } from './test-names.ts'
import { type Place, testSettings, testStageAt } from './test-stage.ts'

export interface Ruling {
  version_id: number
  /** null: the question does not count */
  key: QuestionKey | null
  reason: string
  apply: boolean
}

/** How many places a person goes up. */
const moveOf = ({ before, after }: { before: { rank: number }; after: { rank: number } }) => before.rank - after.rank

const batch = 500
const maxShown = 100

/** The people whose score and rank a ruling changes. The ruling counts only when it is applied. */
export async function rule(
  services: Services,
  actorId: number,
  place: Place,
  { version_id, key, reason, apply }: Ruling,
) {
  const { db, clock } = services
  const stage = await testStageAt(services, place)
  const version = await db
    .selectFrom('test_question_versions as v')
    .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    .select(['v.body', 'q.code'])
    .where('v.id', '=', version_id)
    .where('q.competition_code', '=', stage.competitionCode)
    .executeTakeFirst()
  if (!version) throw new Refusal('question_not_found')
  const faults = key ? listedFaults({ question: version.body, key }) : []
  if (faults.length > 0)
    throw new Refusal('question_faulty', { fields: { key: { rule: 'question', message: faults.join('. ') } } })
  const { passing } = testSettings(stage)
  const changes = await apartFromMany(
    db,
    {
      rows: sql`from attempts where stage_id = ${stage.id} and finished_at is not null`,
      file: new URL('./rulings-worker.ts', import.meta.url),
      input: { stageId: stage.id, passing, version_id, key },
    },
    changesOf,
  )
  if (apply)
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('test_rulings')
        .values({
          stage_id: stage.id,
          version_id,
          key: key && JSON.stringify(key),
          reason: reason.trim(),
          ruled_at: clock(),
          ruled_by: actorId,
        })
        .execute()
      await recordAudit(tx, {
        actorId,
        action: key ? 'test_key_mended' : 'test_question_voided',
        subject: `stage:${place.competition}/${place.code}`,
        detail: { competition: place.competition, stage: place.code, question: version.code },
      })
    })
  return { ...changes, applied: apply }
}

export interface AskedChanges extends Pick<Ruling, 'version_id' | 'key'> {
  stageId: number
  passing: number
}

export async function changesOf(db: Db, { stageId, passing, ...ruling }: AskedChanges) {
  await scoreAttempts(db, stageId)
  const before = await scoredAttempts(db, stageId)
  const { rulings } = await rulingsOf(db, stageId)
  const ruled = new Map(rulings).set(ruling.version_id, ruling.key)
  const after: typeof before = []
  for (let from = 0; from < before.length; from += batch) {
    const part = before.slice(from, from + batch)
    const scores = await scoresOf(
      db,
      part.map(({ attempt_id }) => attempt_id),
      ruled,
    )
    after.push(...part.map((one) => ({ ...one, score: scores.get(one.attempt_id)?.score ?? one.score })))
  }
  const [ranksBefore, ranksAfter] = [ranks(before), ranks(after)]
  const rows = before.map(({ attempt_id, account_id, score }, at) => ({
    account_id,
    before: { score, rank: ranksBefore.get(attempt_id) ?? 0 },
    after: { score: after[at]?.score ?? score, rank: ranksAfter.get(attempt_id) ?? 0 },
  }))
  const moved = rows
    .filter((row) => row.before.rank !== row.after.rank || row.before.score !== row.after.score)
    .sort((a, b) => Math.abs(moveOf(b)) - Math.abs(moveOf(a)) || moveOf(b) - moveOf(a) || a.after.rank - b.after.rank)
  const shown = moved.slice(0, maxShown)
  const names = await namesOf(
    db,
    shown.map(({ account_id }) => account_id),
  )
  return {
    changed: rows.filter((row) => row.before.score !== row.after.score).length,
    newly_passed: rows.filter((row) => row.before.score < passing && row.after.score >= passing).length,
    newly_failed: rows.filter((row) => row.before.score >= passing && row.after.score < passing).length,
    people: shown.flatMap(({ account_id, ...row }) => {
      const person = names.get(account_id)
      return person ? [{ ...person, ...row }] : []
    }),
  }
}
