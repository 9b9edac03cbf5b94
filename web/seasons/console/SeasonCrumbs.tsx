import { useQuery } from '@tanstack/react-query'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import { seasonQuery } from './queries.ts'

interface SeasonCrumbsProps {
  competition: string
  /** A page below that of the season. */
  page?: string
}

/**
 * The way back to the season and to all of them. It is there from the start, so that the heading below stays in place.
 */
export function SeasonCrumbs({ competition, page }: SeasonCrumbsProps) {
  const { data } = useQuery(seasonQuery(competition))
  const listed = useCompetition()?.title
  const title = data?.title ?? listed ?? 'Конкурс'
  return (
    <Breadcrumbs
      crumbs={[
        { title: 'Управление', href: '/admin' },
        ...(page === undefined ? [{ title: 'Конкурс' }] : [{ title, href: `/admin/${competition}` }, { title: page }]),
      ]}
      link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
    />
  )
}
