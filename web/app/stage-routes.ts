import type { AnyRoute } from '@tanstack/react-router'
import { announcedKinds } from '#shared/stages/announced.ts'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { type KindFacts, usualAddress } from '#shared/stages/kind-facts.ts'
import type { LazyPage } from '#web/platform/navigation/lazy-page.tsx'
import { webKinds } from '#web/stages/kinds.ts'
import { guardEntrance } from './guard-route.ts'
import { type Guard, page } from './guarded-page.ts'
import { guardManualPage, guardMeeting, guardStage, guardTeams, guardTrack } from './later-guards.ts'
import { pages, stageScreen } from './pages.tsx'

type RoutedKind = Pick<KindFacts, 'type' | 'addresses' | 'blockOn' | 'needsViewable'>

/** What stands on the page of a stage kind that is not built yet. Nothing links to it. */
const beingBuilt = 'Этот этап готовится. Мы сообщим, когда он откроется'

const announced = (type: string): RoutedKind => ({
  type,
  addresses: usualAddress,
  blockOn: usualBlockOn,
  needsViewable: false,
})

/** The guards that only some addresses have. */
const addressGuards: Record<NonNullable<KindFacts['addresses'][number]['guard']>, Guard> = {
  teams: guardTeams,
  meeting: guardMeeting,
}

/** The pages of one kind: named after its code, guarded as every stage, with a page of instructions. */
function kindRoutes<Parent extends AnyRoute>(parent: Parent, kind: RoutedKind, screen: LazyPage, soon?: string) {
  const { type, addresses, blockOn } = kind
  const name = `competition-track-stages-${type}`
  const about = { stageType: type, blockOn, ...(soon ? { soon } : {}) }
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

/** The pages of every kind: its screen where it is built, «готовится» where it is only announced. */
export const stageRoutes = <Parent extends AnyRoute>(parent: Parent) => [
  ...Object.values(webKinds).flatMap((kind) => kindRoutes(parent, kind, stageScreen(kind.type))),
  ...Object.keys(announcedKinds).flatMap((type) => kindRoutes(parent, announced(type), pages.soon, beingBuilt)),
]
