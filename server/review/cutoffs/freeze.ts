import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { askedBy, askThread } from './ask-thread.ts'
import { decidedSince, lastDecision } from './decided-since.ts'
import { auditProtocol, countsInWords } from './frozen.ts'
import type { CutoffPlace } from './read-cutoff.ts'
import { cutoffOf, namesOf, refuseFaulty } from './store.ts'
import { writeRows } from './write-rows.ts'

/**
 * Freezes a variant as it is now. Nothing is decided yet: another organiser has to confirm it. A job writes the rows of
 * many people.
 */
export async function freezeCutoff(
  services: Services,
  actorId: number,
  { competition, cutoffId }: CutoffPlace,
  { revision, reason }: { revision: number; reason: string },
) {
  const { db, clock } = services
  const names = await namesOf(services, competition)
  const before = await cutoffOf(db, names.season, cutoffId)
  const stageId = before.stage.id
  const decidedUntil = await lastDecision(db, stageId)
  const asked = askedBy(names, before.stage, before.rule)
  const { refusal, frozen, rows } = await askThread(services, 'whatToFreeze', { asked, reason })
  return db.transaction().execute(async (tx) => {
    // The lock leaves no gaps in the numbers, and the later of two requests finds the protocol of the first.
    await tx.selectFrom('competitions').select('code').where('code', '=', competition).forNoKeyUpdate().execute()
    const { stage, rule, letters, title, revision: kept } = await cutoffOf(tx, names.season, cutoffId, 'lock')
    if (kept !== revision || kept !== before.revision) throw new Refusal('cutoff_conflict')
    refuseFaulty(rule, names)
    const open = await tx
      .selectFrom('protocols')
      .select('number')
      .where('stage_id', '=', stage.id)
      .where('published_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (open) throw new Refusal('protocol_open', { values: { number: open.number } })
    if (refusal) throw new Refusal(refusal)
    const { last } = await tx
      .selectFrom('protocols')
      .select((eb) => eb.fn.max('number').as('last'))
      .where('competition_code', '=', competition)
      .executeTakeFirstOrThrow()
    const number = Number(last ?? 0) + 1
    const hash = rows?.hash ?? ''
    const { id } = await tx
      .insertInto('protocols')
      .values({
        ...{ competition_code: competition, number, stage_id: stage.id, title, reason: reason.trim(), hash },
        rule: JSON.stringify(rule),
        letters: JSON.stringify(letters),
        summary: JSON.stringify(frozen),
        frozen_by: actorId,
        frozen_at: clock(),
        freezing: rows ? null : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (rows) await writeRows(tx, id, rows.rows)
    else await addJob(tx, 'freeze_protocol', { protocolId: id }, { maxAttempts })
    if (await decidedSince(tx, stageId, decidedUntil)) throw new Refusal('changed_meanwhile')
    const inWords = countsInWords(number, frozen.counts)
    await auditProtocol(tx, actorId, rows ? 'protocol_frozen' : 'protocol_begun', {
      ...{ competition, number, stage: stage.code, hash, inWords },
    })
    return { number }
  })
}

const maxAttempts = 5

/** Writes the rows of a protocol, from the people as they are now. Where that is not possible it is withdrawn. */
export async function freezeProtocol(
  services: Services,
  { protocolId }: { protocolId: number },
  { lastAttempt }: Pick<JobContext, 'lastAttempt'>,
): Promise<void> {
  const { db } = services
  const protocol = await db
    .selectFrom('protocols')
    .selectAll()
    .where('id', '=', protocolId)
    .where('freezing', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!protocol) return
  const { number, rule, reason, frozen_by: frozenBy, competition_code: competition } = protocol
  const withdraw = async (why: string) => {
    await db
      .updateTable('protocols')
      .set({ withdrawn_at: services.clock(), withdrawn_why: why })
      .where('id', '=', protocolId)
      .where('freezing', 'is not', null)
      .where('withdrawn_at', 'is', null)
      .execute()
  }
  const names = await namesOf(services, competition)
  const stage = names.season.byId.get(protocol.stage_id)
  if (!stage) return
  const tell = (rows: number) =>
    db
      .updateTable('protocols')
      .set({ freezing: rows })
      .where('id', '=', protocolId)
      .where('freezing', 'is not', null)
      .execute()
      // The next part tells the progress again.
      .catch(() => {})
  try {
    const refusal = await askThread(
      services,
      'freeze',
      {
        ...{ asked: askedBy(names, stage, rule), reason },
        protocol: { id: protocolId, number, competition, stage: stage.code, frozenBy },
      },
      tell,
    )
    if (refusal) await withdraw(`Заморозить не получилось. ${wordingOf(refusal)}.`)
  } catch (fault) {
    if (lastAttempt) await withdraw('Заморозить не получилось. Заморозьте вариант ещё раз.')
    throw fault
  }
}
