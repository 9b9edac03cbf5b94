import { useQuery } from '@tanstack/react-query'
import { trackPath } from '#shared/stages/addresses.ts'
import { placeOf, useHomes } from '#web/accounts/homes/places.ts'
import { eventPath, eventsQuery } from '#web/programme/bookings/queries.ts'
import { type Competition, useLookCompetition } from '#web/seasons/competitions/queries.ts'
import { useRights } from '#web/seasons/console/rights.ts'
import { sections } from '#web/seasons/console/sections.ts'
import { useConsolePath } from './use-console-path.ts'
import { useLoggedIn } from './use-logged-in.ts'

interface MenuPlace {
  id: string
  title: string
  path: string
  search?: Record<string, string>
}

/**
 * Every place that the person may open from here: homes, pages of the competition, and sections that a right opens in
 * it.
 */
export function usePlaces(): MenuPlace[] {
  const homes = useHomes()
  const competition = useLookCompetition()
  const console = useConsolePath()
  const forPeople = usePlacesOfPeople(competition)
  const code = competition?.code
  const rights = useRights(code)
  const may = (flag: string) => rights.includes(flag)
  return [
    ...homes.map((home) => ({ id: home, ...placeOf(home, code) })),
    ...(may('assessment') && !homes.includes('desk') ? [{ id: 'desk', ...placeOf('desk') }] : []),
    ...(console ? [{ id: 'console', title: 'Управление конкурсом', path: console }] : []),
    ...sections
      .filter(({ flag, also }) => may(flag) && also?.includes('menu'))
      .map(({ id, path, title }) => ({ id, title, path: path(code ?? '') })),
    ...forPeople.filter(({ id }) => !(id === 'faq' && may('faq'))),
    ...(homes.length > 1 ? [{ id: 'home', title: 'С чего начинать', path: '/home' }] : []),
  ]
}

/** The pages of a competition for everybody who has logged in, and those for the people who take part. */
function usePlacesOfPeople(competition: Competition | undefined): MenuPlace[] {
  const loggedIn = useLoggedIn()
  const takesPart = loggedIn && Boolean(competition?.door)
  const { data: events } = useQuery({ ...eventsQuery(competition?.code ?? '', 1), enabled: takesPart })
  if (!loggedIn || !competition) return []
  const { code, door, track } = competition
  const [event, ...others] = events?.offline_events ?? []
  const toEvents = event && others.length === 0 ? eventPath(code, event.id) : undefined
  return [
    ...(door === 'participant' && track ? [{ id: 'stages', title: 'Этапы', path: trackPath(code, track) }] : []),
    ...(event
      ? [
          {
            id: 'events',
            title: 'Очные мероприятия',
            path: '/offline-event-booking',
            search: toEvents?.search ?? { competition: code },
          },
        ]
      : []),
    ...(takesPart ? [{ id: 'invite', title: 'Пригласить друга', path: `/${code}/invite` }] : []),
    { id: 'faq', title: 'Помощь', path: `/${code}/faq` },
    { id: 'support', title: 'Поддержка', path: `/${code}/support` },
  ]
}
