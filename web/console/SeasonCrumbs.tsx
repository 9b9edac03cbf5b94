import { useQuery } from '@tanstack/react-query'
import { useCompetition } from '#web/competitions/queries.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { seasonQuery } from './queries.ts'

/** The way back to the season. It stands from the start, so that the heading below it does not move. */
export function SeasonCrumbs({ competition, page }: { competition: string; page: string }) {
  const { data } = useQuery(seasonQuery(competition))
  const listed = useCompetition()?.title
  const title = data?.title ?? listed ?? 'Конкурс'
  return (
    <Breadcrumbs
      crumbs={[{ title, href: `/admin/${competition}` }, { title: page }]}
      link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
    />
  )
}
