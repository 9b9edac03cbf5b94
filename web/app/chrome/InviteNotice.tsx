import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { limits } from '#web/platform/limits.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { tracksQuery } from '#web/seasons/competitions/queries.ts'
import { invitesFriends } from '#web/stages/invites-friends.ts'
import { stagesQuery } from '#web/stages/queries.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'

/**
 * Shown three seconds after a registration in the fifth season: an invitation to bring a friend. Only where people look
 * around, below the page, so that it covers nothing, and until the person has closed it once on any device.
 */
export function InviteNotice({ competition }: { competition: string }) {
  const here = useStageAddress().track
  const queries = useQueryClient()
  const { data: tracks } = useQuery(tracksQuery(competition))
  const track = here || (tracks?.[0]?.code ?? '')
  const { data } = useQuery({ ...stagesQuery(competition, track), enabled: track !== '' })
  const { data: profile } = useQuery(profileQuery)
  const due = data !== undefined && profile?.closed_notices.includes('invite') === false && invitesFriends(data.stages)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!due) return setShown(false)
    const timer = setTimeout(() => setShown(true), limits.inviteNoticeMs)
    return () => clearTimeout(timer)
  }, [due])
  const close = useMutation({
    mutationFn: () => api('PUT /user/closed-notices', { body: { notice: 'invite' } }),
    onMutate: () =>
      queries.setQueryData(
        profileQuery.queryKey,
        (known) => known && { ...known, closed_notices: [...known.closed_notices, 'invite'] },
      ),
    // It is shown again at the next visit.
    onError: () => {},
  })
  return (
    <div aria-live="polite" data-optional-control>
      {shown && (
        <Banner tone="info" place="below" title="Брось вызов!" duration={0} onClose={() => close.mutate()}>
          Позовите в конкурс друга или коллегу.{' '}
          <PortalLink alone to="/ru_season_5/invite" onClick={() => close.mutate()}>
            Пригласить
          </PortalLink>
        </Banner>
      )}
    </div>
  )
}
