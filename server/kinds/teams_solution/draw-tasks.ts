import { randomInt } from 'node:crypto'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { ownersSolution, type Place } from './owners-stage.ts'
import type { SolutionStage } from './solution-stage.ts'

/** Draws a task for every team without one. The numbers of teams with each task differ by at most one. */
export async function drawTasks(services: Services, actorId: number, place: Place) {
  const { stage, settings } = await ownersSolution(services, place)
  return services.db.transaction().execute(async (tx) => {
    await lockDraw(tx, stage.id)
    const { rows } = await teamsAt(stage).execute(tx)
    const drawn = new Map(
      (
        await tx.selectFrom('team_solutions').select(['team_id', 'task']).where('stage_id', '=', stage.id).execute()
      ).map(({ team_id, task }) => [team_id, task]),
    )
    const without = shuffled(rows.filter(({ id }) => !drawn.get(id)).map(({ id }) => id))
    const codes = settings.tasks.map(({ code }) => code)
    if (without.length === 0 || codes.length === 0) throw new Refusal('nothing_to_draw')
    const taken = countsOf(codes, [...drawn.values()])
    const given = without.map((team_id) => ({ stage_id: stage.id, team_id, task: rarest(taken) }))
    await tx
      .insertInto('team_solutions')
      .values(given)
      .onConflict((conflict) =>
        conflict.columns(['stage_id', 'team_id']).doUpdateSet((is) => ({ task: is.ref('excluded.task') })),
      )
      .execute()
    await recordAudit(tx, {
      actorId,
      action: 'tasks_drawn',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [{ field: 'tasks', title: `Команд: ${given.length}` }],
      },
    })
    return { drawn: given.length }
  })
}

/** Draws a task for a team that was made after the draw, or before any draw. */
export function drawIfMissing({ db }: Services, { stage, settings, owner }: SolutionStage): Promise<string | null> {
  const codes = settings.tasks.map(({ code }) => code)
  return db.transaction().execute(async (tx) => {
    await lockDraw(tx, stage.row.id)
    const rows = await tx
      .selectFrom('team_solutions')
      .select(['team_id', 'task'])
      .where('stage_id', '=', owner.stageId)
      .execute()
    const own = rows.find(({ team_id }) => team_id === owner.teamId)?.task
    if (own) return own
    const task = rarest(
      countsOf(
        codes,
        rows.map((row) => row.task),
      ),
    )
    await tx
      .insertInto('team_solutions')
      .values({ stage_id: owner.stageId, team_id: owner.teamId, task })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id']).doUpdateSet({ task }))
      .execute()
    return task
  })
}

/** One draw at a time, so that the tasks stay evenly distributed. */
const lockDraw = (tx: Tx, stageId: number) =>
  tx.selectFrom('stages').select('id').where('id', '=', stageId).forNoKeyUpdate().execute()

const countsOf = (codes: readonly string[], taken: readonly (string | null)[]): Map<string, number> =>
  new Map(shuffled(codes).map((code) => [code, taken.filter((each) => each === code).length]))

/** The task with the fewest teams; its count is increased. */
function rarest(counts: Map<string, number>): string {
  const least = Math.min(...counts.values())
  const code = [...counts].find(([, count]) => count === least)?.[0] ?? ''
  counts.set(code, least + 1)
  return code
}

function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [one, two] = [all[last], all[other]] as [T, T]
    all[last] = two
    all[other] = one
  }
  return all
}
