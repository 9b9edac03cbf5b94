import type { AnyRoute } from '@tanstack/react-router'
import type { KindFacts } from '#shared/stages/kind-facts.ts'
import { webKinds } from '#web/kinds/kinds.ts'
import type { LazyPage } from '#web/platform/navigation/lazy-page.tsx'
import { guardEntrance } from './guard-route.ts'
import { type Guard, page } from './guarded-page.ts'
import { guardManualPage, guardMeeting, guardStage, guardTeams, guardTrack } from './later-guards.ts'
import { pages, stageScreen } from './pages.tsx'

type RoutedKind = Pick<KindFacts, 'type' | 'addresses' | 'blockOn' | 'needsViewable'>

/** The guards that only some addresses have. */
const addressGuards: Record<NonNullable<KindFacts['addresses'][number]['guard']>, Guard> = {
  teams: guardTeams,
  meeting: guardMeeting,
}

/** The pages of one kind: named after its code, guarded as every stage, with a page of instructions. */
function kindRoutes<Parent extends AnyRoute>(parent: Parent, kind: RoutedKind, screen: LazyPage) {
  const { type, addresses, blockOn } = kind
  const name = `competition-track-stages-${type}`
  const about = { stageType: type, blockOn }
  const shown = addresses.map(({ tail, variant, guard }) =>
    page(parent, `${type}${tail}`, {
      name: variant ? `${name}-${variant}` : name,
      page: screen,
      guards: [guardEntrance, guardTrack, guardStage(kind), ...(guard ? [addressGuards[guard]] : [])],
      about,
    }),
  )
  const manual = page(parent, `${type}/{-$stage}/manual`, {
    name: `${name}-manual`,
    page: pages.manual,
    guards: [guardEntrance, guardTrack, guardManualPage(type)],
    about: { stageType: type },
  })
  return [...shown, manual]
}

/** The pages of every kind. */
export const stageRoutes = <Parent extends AnyRoute>(parent: Parent) =>
  Object.values(webKinds).flatMap((kind) => kindRoutes(parent, kind, stageScreen(kind.type)))
