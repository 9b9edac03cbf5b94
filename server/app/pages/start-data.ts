import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayRefresh } from '#server/accounts/auth/cookies.ts'
import { listCompetitions } from '#server/accounts/competitions/list-competitions.ts'
import { publicConfig } from '#server/app/app-config/routes.ts'
import type { Services } from '#server/services.ts'
import type { PageData } from '#shared/app/pages/rendered-page.ts'

/** The data that the browser would otherwise request first. */
export async function startData(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  path: string,
): Promise<PageData> {
  const { config, clock } = services
  const may_refresh = mayRefresh(request, config)
  const code = may_refresh ? undefined : path.match(/^\/([^/]+)\/register$/)?.[1]
  const [competitions, registration] = await Promise.all([
    listCompetitions(services, { limit: 50, offset: 0 }, clock()).catch(() => null),
    code ? registrationOf(app, code) : null,
  ])
  return { config: publicConfig(config), competitions, ...(registration ? { registration } : {}), may_refresh }
}

/**
 * What the page of a track shows before the browser has the person's data. Only its public title: whether the session
 * continues is not known yet.
 */
export async function trackCover({ db, seasons }: Services, { competitions, may_refresh }: PageData, path: string) {
  const [, code = '', track] = path.match(/^\/([^/]+)\/([^/]+)\/?$/) ?? []
  const competition = competitions?.competitions.find((each) => each.code === code)
  if (!may_refresh || !competition) return null
  const season = await seasons.known(db, code)
  const title = season?.tracks.find((each) => each.code === track)?.title
  return season && title ? { competition, title, amongOthers: season.tracks.length > 1 } : null
}

/** Read through the API, so that the page has exactly the data that the contract allows. */
async function registrationOf(app: FastifyInstance, code: string): Promise<PageData['registration'] | null> {
  const [notify, form] = await Promise.all(
    ['notify', 'form'].map(async (name) => {
      const answer = await app.inject(`/api/v3/registration/${encodeURIComponent(code)}/${name}`)
      return answer.statusCode === 200 ? (answer.json() as unknown) : null
    }),
  )
  return notify && form ? { code, notify, form } : null
}
