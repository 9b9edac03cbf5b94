import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy } from 'react'
import { headerName } from '#shared/platform/names/full-name.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PanelButton } from '#web/platform/ui/PanelButton.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { Avatar } from './Avatar.tsx'
import styles from './Header.module.css'

const fetchMenu = async () => ({ default: (await import('#web/app/pressed.ts')).UserMenu })
const UserMenu = lazy(() => loadChunk(fetchMenu))

/** The name, the number and the picture, with «Профиль» and «Выход» behind them. */
export function HeaderUser() {
  const { data: profile } = useQuery(profileQuery)
  if (!profile) return null
  const { shown, tooltip } = headerName(profile.fio)
  return (
    <PanelButton
      kind="menu"
      panel={UserMenu}
      // A failure is ignored here: opening the menu loads it again.
      prepare={() => void fetchMenu().catch(() => {})}
      className={styles.user}
    >
      <Avatar src={profile.avatar} name={profile.fio} />
      <span className={styles.names} title={tooltip ?? undefined}>
        <span className={styles.name}>
          <bdi>{shown}</bdi>
        </span>{' '}
        <span className={styles.number}>{idNumber(profile.id)}</span>
      </span>
      <VisuallyHidden>: меню</VisuallyHidden>
      <ChevronDown aria-hidden="true" size={18} />
    </PanelButton>
  )
}
