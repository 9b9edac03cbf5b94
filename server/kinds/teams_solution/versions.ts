import { readPage } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import { sectionsOf } from '#shared/kinds/teams_solution/solution-form.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type InSolution, nameOf, solutionStage } from './solution-stage.ts'

const gone = 'Бывший участник'

/** The changes with their authors, the newest first. */
export async function listVersions(services: Services, { limit, offset, ...of }: InSolution & Page) {
  const { settings, owner } = await solutionStage(services, of, services.clock())
  const titles = new Map([...sectionsOf(settings).map(({ code, title }) => [code, title] as const), ['files', 'Файлы']])
  const listed = services.db
    .selectFrom('solution_versions as v')
    .leftJoin('accounts as a', 'a.id', 'v.account_id')
    .select(['v.id', 'v.section', 'v.begun_at', 'v.saved_at', 'a.first_name', 'a.last_name'])
    .where('v.stage_id', '=', owner.stageId)
    .where('v.team_id', '=', owner.teamId)
    .orderBy('v.id', 'desc')
  const { rows, count } = await readPage(listed, { limit, offset })
  return {
    count,
    versions: rows.map(({ id, section, begun_at, saved_at, first_name, last_name }) => ({
      ...{ id, section, title: titles.get(section) ?? section },
      name: first_name === null || last_name === null ? gone : nameOf({ first_name, last_name }),
      begun_at: formatWire(begun_at),
      saved_at: formatWire(saved_at),
    })),
  }
}

/** One version: the section before and after it. */
export async function readVersion(services: Services, { versionId, ...of }: InSolution & { versionId: number }) {
  const { owner } = await solutionStage(services, of, services.clock())
  const found = await services.db
    .selectFrom('solution_versions')
    .select(['id', 'section', 'before', 'after'])
    .where('id', '=', versionId)
    .where('stage_id', '=', owner.stageId)
    .where('team_id', '=', owner.teamId)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** The members' comments on the work, the newest first. Nobody else reads them. */
export async function listComments(services: Services, { limit, offset, ...of }: InSolution & Page) {
  const { owner } = await solutionStage(services, of, services.clock())
  const listed = services.db
    .selectFrom('solution_comments as c')
    .leftJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['c.id', 'c.account_id', 'c.text', 'c.at', 'a.first_name', 'a.last_name'])
    .where('c.stage_id', '=', owner.stageId)
    .where('c.team_id', '=', owner.teamId)
    .orderBy('c.id', 'desc')
  const { rows, count } = await readPage(listed, { limit, offset })
  return {
    count,
    comments: rows.map(({ id, account_id, text, at, first_name, last_name }) => ({
      ...{ id, text, at: formatWire(at), me: account_id === of.accountId },
      name: first_name === null || last_name === null ? gone : nameOf({ first_name, last_name }),
    })),
  }
}

export async function addComment(services: Services, { text, ...of }: InSolution & { text: string }): Promise<void> {
  const now = services.clock()
  const { owner } = await solutionStage(services, of, now)
  await services.db
    .insertInto('solution_comments')
    .values({ stage_id: owner.stageId, team_id: owner.teamId, account_id: of.accountId, text: text.trim(), at: now })
    .execute()
}
