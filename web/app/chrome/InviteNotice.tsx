import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tracksQuery } from '#web/competitions/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { limits } from '#web/platform/limits.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { invitesFriends } from '#web/stages/invites-friends.ts'
import { stagesQuery } from '#web/stages/queries.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'

/** In this browser, for this person. */
const closedKey = () => `invite-notice:${session.claims()?.test_id ?? 0}`
let closed = false

/**
 * Shown three seconds after a registration in the fifth season: an invitation to bring a friend. Only where people look
 * around, and until they have closed it once.
 */
export function InviteNotice({ competition }: { competition: string }) {
  const here = useStageAddress().track
  const { data: tracks } = useQuery(tracksQuery(competition))
  const track = here || (tracks?.[0]?.code ?? '')
  const { data } = useQuery({ ...stagesQuery(competition, track), enabled: track !== '' })
  const due = data !== undefined && invitesFriends(data.stages)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!due || closed || localStorage.getItem(closedKey()) !== null) return
    const timer = setTimeout(() => setShown(true), limits.inviteNoticeMs)
    return () => clearTimeout(timer)
  }, [due])
  const close = () => {
    closed = true
    localStorage.setItem(closedKey(), '1')
    setShown(false)
  }
  return (
    <div aria-live="polite" data-optional-control>
      {shown && (
        <Banner tone="info" place="corner" title="Брось вызов!" duration={limits.inviteNoticeShownMs} onClose={close}>
          Позовите в конкурс друга или коллегу.{' '}
          <PortalLink to="/ru_season_5/invite" onClick={close}>
            Пригласить
          </PortalLink>
        </Banner>
      )}
    </div>
  )
}
