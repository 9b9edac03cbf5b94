import { session } from '#web/platform/api/portal-api.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'

interface ConsoleCrumbsProps {
  competition: string
  /** Of the competition. */
  title: string
  page: string
  /** The page is one person among the participants. */
  ofPerson?: boolean
  /** The page that this one belongs to. */
  within?: { title: string; href: string }
}

/** The way back: who may not edit the season goes back to all competitions. */
export function ConsoleCrumbs({ competition, title, page, ofPerson, within }: ConsoleCrumbsProps) {
  const edits = session.claims()?.admin_permissions.includes('competitions')
  return (
    <Breadcrumbs
      crumbs={[
        edits ? { title, href: `/admin/${competition}` } : { title: 'Управление', href: '/admin' },
        ...(ofPerson ? [{ title: 'Участники', href: `/admin/${competition}/people` }] : []),
        ...(within ? [within] : []),
        { title: page },
      ]}
      link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
    />
  )
}
