import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { headerName } from '#shared/people/full-name.ts'
import { askToLogOut } from '#web/auth/log-out.ts'
import { Menu } from '#web/platform/ui/Menu.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { profileQuery } from '#web/profile/queries.ts'
import { Avatar } from './Avatar.tsx'
import styles from './Header.module.css'

/** The name, the number and the picture, with «Профиль» and «Выход» behind them. */
export function HeaderUser() {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  if (!profile) return null
  const { shown, tooltip } = headerName(profile.fio)
  return (
    <Menu
      triggerClass={styles.user ?? ''}
      trigger={
        <>
          <Avatar src={profile.avatar} name={profile.fio} />
          <span className={styles.names} title={tooltip ?? undefined}>
            <span className={styles.name}>{shown}</span> <span className={styles.number}>ID {profile.id}</span>
          </span>
          <VisuallyHidden>: меню</VisuallyHidden>
          <ChevronDown aria-hidden="true" size={18} />
        </>
      }
      items={[
        { id: 'profile', label: 'Профиль', onAction: () => void navigate({ to: '/profile' as string }) },
        ...(profile.roles.includes('mentor')
          ? [{ id: 'mentor', label: 'Мои участники', onAction: () => void navigate({ to: '/mentor' as string }) }]
          : []),
        { id: 'logout', label: 'Выход', onAction: () => void askToLogOut() },
      ]}
    />
  )
}
