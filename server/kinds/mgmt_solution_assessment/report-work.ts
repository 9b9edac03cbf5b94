import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { maxRecusals } from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { lockRater, lockTask, refuseUnlessAssessing, returnTask } from './give-task.ts'
import { takeTurn } from './peer-stage.ts'

interface Report {
  stageId: number
  taskId: number
  about: 'plagiarism' | 'author'
  text: string
}

/**
 * Gives a work back. A report of plagiarism stops the work until an organiser decides; a work with a known author goes
 * to another person.
 */
export async function reportWork(services: Services, accountId: number, report: Report): Promise<void> {
  const { stageId, taskId, about } = report
  await services.seasons.ready(services.db, { stageId })
  await services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    const locked = await lockRater(tx, services, accountId, stageId)
    const task = await lockTask(tx, locked, accountId, taskId)
    await refuseUnlessAssessing(tx, locked)
    if (about === 'author') {
      if (task.done_at) throw new Refusal('marks_final')
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from peer_tasks
        where stage_id = ${stageId} and rater_id = ${accountId} and returned_because = 'author'`.execute(tx)
      if ((rows[0]?.count ?? 0) >= maxRecusals) throw new Refusal('too_many_recusals')
      return returnTask(tx, task, 'author', now)
    }
    await takeTurn(tx, stageId)
    await tx
      .insertInto('peer_reports')
      .values({ task_id: taskId, stage_id: stageId, work_id: task.work_id, text: report.text.trim(), reported_at: now })
      .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ text: report.text.trim(), decided_at: null }))
      .execute()
    // References look like other works, so a report stops them too.
    for (const table of ['peer_pool', 'peer_references'] as const)
      await tx
        .updateTable(table)
        .set({ stopped_at: now })
        .where('stage_id', '=', stageId)
        .where('work_id', '=', task.work_id)
        .where('stopped_at', 'is', null)
        .execute()
    if (!task.done_at) await returnTask(tx, task, 'stopped', now)
  })
}
