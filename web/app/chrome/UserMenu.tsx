import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useConsolePath } from '#web/app/use-console-path.ts'
import { askToLogOut } from '#web/auth/log-out.ts'
import { MenuPanel } from '#web/platform/ui/Menu.tsx'
import type { PanelProps } from '#web/platform/ui/PanelButton.tsx'
import { profileQuery } from '#web/profile/queries.ts'

/** What stands behind the person's name in the header. */
export function UserMenu(panel: PanelProps) {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const console = useConsolePath()
  const open = (to: string) => () => void navigate({ to })
  return (
    <MenuPanel
      {...panel}
      label="Меню участника"
      items={[
        { id: 'profile', label: 'Профиль', onAction: open('/profile') },
        ...(profile?.roles.includes('mentor')
          ? [{ id: 'mentor', label: 'Мои участники', onAction: open('/mentor') }]
          : []),
        ...(console ? [{ id: 'console', label: 'Управление конкурсом', onAction: open(console) }] : []),
        { id: 'logout', label: 'Выход', onAction: () => void askToLogOut() },
      ]}
    />
  )
}
