import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { assessingStages, fillPool } from './fill-pool.ts'
import { hasFreeWork, returnTask } from './give-task.ts'
import type { PeerStage } from './peer-stage.ts'

const hour = 3_600_000
const batch = 500

/** Fills every pool, returns idle works to it, and notifies people who had found no work before. */
export async function renewPools(services: Services): Promise<void> {
  const failures: unknown[] = []
  for (const peer of await assessingStages(services))
    await renewPool(services, peer).catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pools could not be renewed`)
}

async function renewPool(services: Services, peer: PeerStage): Promise<void> {
  if (!peer.works) return
  await fillPool(services, peer)
  await returnOverdue(services, peer)
  await callBack(services, peer)
}

/** Each work in its own transaction, so that nobody who is marking one waits long. */
async function returnOverdue({ db, clock }: Services, { stage, settings }: PeerStage): Promise<void> {
  const now = clock()
  const overdue = db
    .selectFrom('peer_tasks')
    .select(['id', 'stage_id', 'work_id', 'kind'])
    .where('stage_id', '=', stage.id)
    .where('kind', '=', 'pool')
    .where('done_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('given_at', '<=', new Date(now.getTime() - settings.hours * hour))
  for (const { id } of await overdue.orderBy('id').execute())
    await db.transaction().execute(async (tx) => {
      const task = await tx
        .selectFrom('peer_tasks')
        .select(['id', 'stage_id', 'work_id', 'kind'])
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .where('returned_at', 'is', null)
        .forUpdate()
        // The person is saving it at this moment.
        .skipLocked()
        .executeTakeFirst()
      if (task) await returnTask(tx, task, 'time', now)
    })
}

async function callBack(services: Services, { stage, settings, works }: PeerStage): Promise<void> {
  const { db } = services
  const waiting = await db
    .selectFrom('peer_raters')
    .select('account_id')
    .where('stage_id', '=', stage.id)
    .where('short_since', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('short_since')
    .limit(batch)
    .execute()
  for (const { account_id: accountId } of waiting)
    await db.transaction().execute(async (tx) => {
      if (!(await hasFreeWork(tx, { stage, settings, works }, accountId))) return
      const called = await tx
        .updateTable('peer_raters')
        .set({ short_since: null })
        .where('stage_id', '=', stage.id)
        .where('account_id', '=', accountId)
        .where('short_since', 'is not', null)
        .executeTakeFirst()
      if (called.numUpdatedRows === 0n) return
      await messagePerson(tx, services, accountId, {
        kind: 'stages',
        title: `Появились работы на этапе ${quoted(stage.title)}`,
        text: `На этапе ${quoted(stage.title)} снова есть работы, которые нужно оценить. Пока вы не оценили свои ${settings.given}, ваша работа не участвует в рейтинге.`,
        link: { path: `/${stage.competitionCode}`, words: 'Открыть этапы' },
      })
    })
}
