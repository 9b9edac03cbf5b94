import { inThread } from '#server/platform/jobs/in-thread.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { lackingIn } from '#shared/kinds/test/blueprint.ts'
import type { Section } from '#shared/kinds/test/contract.ts'
import type { testPanelRoutes } from '#shared/kinds/test/panel-routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { latestVersions, stockOf } from './bank-store.ts'
import { compareTests, sumTeams } from './compare-results.ts'
import { continueAttempt } from './continue-attempt.ts'
import type { DryRun } from './dry-run.ts'
import { assessIncident, giveMinutes } from './incident.ts'
import { listResults } from './list-results.ts'
import { liveBoard, livePeople } from './live-board.ts'
import { publishResults } from './publish-results.ts'
import { rule } from './rulings.ts'
import { suspicionList } from './suspicion.ts'
import { testSettings, testStageAt, tracksOf } from './test-stage.ts'

const simulated = 1000

export const testPanelHandlers = handlersOf<typeof testPanelRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/test': async ({ params }, services) => {
    const stage = await testStageAt(services, params)
    const { as_of, ...board } = await services.readings.figures({
      competition: params.competition,
      name: `board ${stage.id}`,
      read: (db) => liveBoard(db, stage.id),
    })
    const stock = await stockOf(services.db, params.competition)
    const tracks = tracksOf(stage, (await services.seasons.of(services.db, params.competition))?.tracks ?? [])
    const publication = await services.db
      .selectFrom('test_publications')
      .select('published_at')
      .where('stage_id', '=', stage.id)
      .executeTakeFirst()
    return {
      as_of,
      board,
      stock,
      tracks,
      shortages: lackingIn(testSettings(stage), tracks, stock),
      published_at: publication ? formatWire(publication.published_at) : null,
    }
  },

  'POST /admin/competitions/:competition/stages/:code/test/dry-run': async ({ params, body }, services) => {
    await testStageAt(services, params)
    return simulate(services, params.competition, body.sections)
  },

  'GET /admin/competitions/:competition/stages/:code/test/people': async ({ params, query }, services) =>
    livePeople(services.db, (await testStageAt(services, params)).id, query),

  'POST /admin/competitions/:competition/stages/:code/test/incident': ({ params, body }, services) =>
    assessIncident(services, params, body),

  'POST /admin/competitions/:competition/stages/:code/test/minutes': ({ caller, params, body }, services) =>
    giveMinutes(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/stages/:code/test/continuation': ({ caller, params, body }, services) =>
    continueAttempt(services, caller.accountId, params, body),

  'GET /admin/competitions/:competition/stages/:code/test/results': ({ params, query }, services) =>
    listResults(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/test/rulings': ({ caller, params, body }, services) =>
    rule(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/stages/:code/test/publication': ({ caller, params }, services) =>
    publishResults(services, caller.accountId, params),

  'GET /admin/competitions/:competition/stages/:code/test/comparison': ({ params, query }, services) =>
    compareTests(services, params, query.control),

  'GET /admin/competitions/:competition/stages/:code/test/teams': ({ params }, services) => sumTeams(services, params),

  'GET /admin/competitions/:competition/stages/:code/test/signs': async ({ params }, services) => {
    const { id } = await testStageAt(services, params)
    const { competition } = params
    return services.readings.figures({ competition, name: `signs ${id}`, read: (db) => suspicionList(db, id) })
  },
})

/** Draws the papers in a separate thread, so that the portal answers other requests meanwhile. */
async function simulate({ db }: Services, competition: string, sections: readonly Section[]) {
  const questions = (await latestVersions(db, competition)).filter(({ retired }) => !retired)
  const bank = questions.map(({ versionId, topic, difficulty }) => ({ version: versionId, topic, difficulty }))
  const run = await inThread<DryRun | null>(new URL('./dry-run-worker.ts', import.meta.url), {
    ...{ sections, bank, people: simulated },
  })
  if (!run) throw new Refusal('paper_not_drawn')
  const { given, ...rest } = run
  const exposure = questions
    .map(({ versionId, code, topic, difficulty }) => ({ code, topic, difficulty, given: given.get(versionId) ?? 0 }))
    .sort((one, other) => other.given - one.given)
  return { ...rest, exposure }
}
