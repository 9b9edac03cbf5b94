import { useMatches } from '@tanstack/react-router'
import { useCompetition } from '#web/competitions/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'

/** The page of a section that is not open yet. */
export function SoonPage() {
  const words = useMatches({ select: (matches) => matches.at(-1)?.staticData.soon ?? '' })
  const competition = useCompetition()
  return (
    <>
      <PageHeading title="Раздел готовится" />
      <EmptyState
        title={words}
        action={
          <PortalLinkButton kind="secondary" to={competition ? `/${competition.code}` : '/'}>
            {competition ? 'К конкурсу' : 'На главную'}
          </PortalLinkButton>
        }
      >
        Пока этот раздел закрыт: срочного здесь ничего нет.
      </EmptyState>
    </>
  )
}
