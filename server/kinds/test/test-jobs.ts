import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { makePapers } from './make-papers.ts'
import { tellResults } from './publish-results.ts'

const papersEvery = 10 * 60_000
/** How long before a stage opens its papers are made, in milliseconds. */
const ahead = 48 * 3_600_000

export const testJobs = (services: Services): Record<string, Task> => ({
  make_test_papers: async () => {
    await schedulePapers(services, papersEvery)
    await makeDuePapers(services)
  },
  tell_test_results: ({ stageId }: { stageId: number }) => tellResults(services, stageId),
})

export const schedulePapers = ({ db, clock }: Services, pause = 0) =>
  db
    .transaction()
    .execute((tx) =>
      addJob(tx, 'make_test_papers', {}, { runAt: new Date(clock().getTime() + pause), jobKey: 'make_test_papers' }),
    )

/** Makes papers for every test that opens soon or is open. */
export async function makeDuePapers(services: Services): Promise<void> {
  const { db, seasons, clock } = services
  const now = clock().getTime()
  const rows = await db
    .selectFrom('stages')
    .select('competition_code')
    .distinct()
    .where('type', '=', 'test')
    .where('published', '=', true)
    .where((is) => is.or([is('opens_at', 'is', null), is('opens_at', '<', new Date(now + ahead))]))
    .where((is) => is.or([is('closes_at', 'is', null), is('closes_at', '>', new Date(now))]))
    .execute()
  const failures: unknown[] = []
  for (const { competition_code: code } of rows) {
    const season = await seasons.of(db, code)
    for (const stage of season?.stages ?? []) {
      const { opensAt, closesAt } = stage
      if (stage.type !== 'test' || !stage.published || !season?.published) continue
      if ((opensAt && opensAt.getTime() > now + ahead) || (closesAt && closesAt.getTime() <= now)) continue
      await makePapers(services, stage).catch((failure: unknown) => failures.push(failure))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `papers of ${failures.length} tests could not be made`)
}
