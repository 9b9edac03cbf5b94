import { useLookCompetition } from '#web/competitions/queries.ts'
import { placeOf, useHomes } from '#web/homes/places.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { useConsolePath } from './use-console-path.ts'

interface MenuPlace {
  id: string
  title: string
  path: string
}

/** Every place that the person may open from here: homes, and what a permission opens in this competition. */
export function usePlaces(): MenuPlace[] {
  const homes = useHomes()
  const competition = useLookCompetition()?.code
  const console = useConsolePath()
  const may = (flag: string) => competition !== undefined && session.claims()?.admin_permissions.includes(flag)
  return [
    ...homes.map((home) => ({ id: home, ...placeOf(home, competition) })),
    ...(may('assessment') && !homes.includes('desk') ? [{ id: 'desk', ...placeOf('desk') }] : []),
    ...(console ? [{ id: 'console', title: 'Управление конкурсом', path: console }] : []),
    ...(may('participants') ? [{ id: 'inbox', title: 'Обращения', path: `/${competition}/support/inbox` }] : []),
    ...(may('faq') ? [{ id: 'faq', title: 'Статьи помощи', path: `/${competition}/faq` }] : []),
    ...(homes.length > 1 ? [{ id: 'home', title: 'С чего начинать', path: '/home' }] : []),
  ]
}
