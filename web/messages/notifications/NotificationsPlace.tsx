import type { PanelProps } from '#web/platform/ui/PanelButton.tsx'
import { Popover } from '#web/platform/ui/Popover.tsx'
import { Sheet } from '#web/platform/ui/Sheet.tsx'
import { useMedia } from '#web/platform/use-media.ts'
import { NotificationsPanel } from './NotificationsPanel.tsx'

/** The notifications beside the bell, on a phone over the whole width. */
export function NotificationsPlace(panel: PanelProps) {
  const Place = useMedia(narrowWindow) ? Sheet : Popover
  return (
    <Place {...panel} label="Уведомления">
      <NotificationsPanel />
    </Place>
  )
}

/** Below this width a list beside the bell would leave a useless strip of the page. */
const narrowWindow = '(max-width: 680px)'
