import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { useDuty, useRights } from './rights.ts'

interface ConsoleCrumbsProps {
  competition: string
  /** The title of the competition, where the page knows it. */
  title?: string
  page: string
  /** The page above it, below the competition. */
  above?: { title: string; path: string }
}

/** The way back to all competitions, and to the season for people who may edit it. */
export function ConsoleCrumbs({ competition, title: said, page, above }: ConsoleCrumbsProps) {
  const known = useDuty(competition)?.title
  const title = said ?? known ?? 'Конкурс'
  const edits = useRights(competition).includes('competitions')
  return (
    <Breadcrumbs
      crumbs={[
        { title: 'Управление', href: '/admin' },
        ...(edits ? [{ title, href: `/admin/${competition}` }] : [{ title }]),
        ...(above ? [{ title: above.title, href: `/admin/${competition}/${above.path}` }] : []),
        { title: page },
      ]}
      link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
    />
  )
}
