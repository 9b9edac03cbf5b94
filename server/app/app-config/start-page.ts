import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Handlers } from '#server/platform/http/handler.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { userStages } from '#server/stages/user-stages.ts'
import type { appRoutes } from '#shared/app/routes.ts'
import type { Routes } from '#shared/routes.ts'

type Parts = Pick<
  Handlers<Routes, Services>,
  'GET /user/competitions' | 'GET /user/profile' | 'GET /user/tracks' | 'GET /offline_events'
>

/** Events on the first page of the list. */
const eventsShown = 10

/** These calls always answer with a body. */
async function whole<Answer>(answer: Promise<Answer | undefined> | Answer | undefined): Promise<Answer> {
  const body = await answer
  if (body === undefined) throw new Error('a part of the start has no body')
  return body
}

/** One call instead of the five that every page of a logged-in person needs first: a phone waits once. */
export const startPageHandlers = (parts: Parts) =>
  handlersOf<Pick<typeof appRoutes, 'GET /user/start'>>()({
    'GET /user/start': async (call, services) => {
      const { caller, query, reply, request } = call
      const { competition_code = '', track = '' } = query
      const { accountId } = caller
      const season = competition_code === '' ? null : await services.seasons.of(services.db, competition_code)
      const hasTrack = season?.published && season.tracks.some(({ code }) => code === track)
      const [competitions, profile, tracks, stages, events] = await Promise.all([
        whole(parts['GET /user/competitions']({ ...call, query: { limit: 50, offset: 0 } }, services)),
        whole(parts['GET /user/profile']({ ...call, query: undefined }, services)),
        hasTrack ? whole(parts['GET /user/tracks']({ ...call, query: { competition_code } }, services)) : null,
        hasTrack
          ? userStages(services, { accountId, competitionCode: competition_code, viewedTrack: track }, services.clock())
          : null,
        hasTrack
          ? parts['GET /offline_events'](
              { ...call, query: { competition_code, limit: eventsShown, offset: 0 } },
              services,
            )
          : null,
      ])
      const answer = {
        competitions,
        profile,
        track: tracks && stages && events ? { tracks, stages, events } : null,
      }
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return answer
      reply
        .type('application/json; charset=utf-8')
        .headers({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
        .send(await promisify(gzip)(String(reply.serializeInput(answer, '200'))))
      return undefined
    },
  })
