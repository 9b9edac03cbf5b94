import { useNavigate } from '@tanstack/react-router'
import { askToLogOut } from '#web/accounts/auth/log-out.ts'
import { usePlaces } from '#web/app/use-places.ts'
import { MenuPanel } from '#web/platform/ui/Menu.tsx'
import type { PanelProps } from '#web/platform/ui/PanelButton.tsx'

/** The menu behind the person's name in the header. */
export function UserMenu(panel: PanelProps) {
  const navigate = useNavigate()
  const places = usePlaces()
  const open =
    (to: string, search: Record<string, string> = {}) =>
    () =>
      void navigate({ to, search })
  return (
    <MenuPanel
      {...panel}
      label="Меню участника"
      items={[
        { id: 'profile', label: 'Профиль', onAction: open('/profile') },
        ...places.map(({ id, title, path, search }) => ({ id, label: title, onAction: open(path, search) })),
        { id: 'logout', label: 'Выход', onAction: () => void askToLogOut() },
      ]}
    />
  )
}
