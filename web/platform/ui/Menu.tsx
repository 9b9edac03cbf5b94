import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import styles from './Menu.module.css'
import selectStyles from './Select.module.css'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  href?: string
  onAction?: () => void
  danger?: boolean
  disabled?: boolean
}

type MenuProps = {
  /** What the trigger shows; give `label` when that is a drawing alone. */
  trigger: ReactNode
  label?: string
  items: readonly MenuEntry[]
  /** For example from `buttonClass('quiet', 's')`. */
  triggerClass?: string
  placement?: 'bottom start' | 'bottom end'
}

export function Menu({ trigger, label, items, triggerClass, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={triggerClass ?? styles.trigger ?? ''} aria-label={label}>
        {trigger}
      </Button>
      <Popover className={`${selectStyles.popover} ${styles.popover}`} placement={placement}>
        <AriaMenu className={selectStyles.list ?? ''} items={items}>
          {(item) => (
            <MenuItem
              id={item.id}
              textValue={item.label}
              href={item.href}
              onAction={item.onAction}
              isDisabled={Boolean(item.disabled)}
              className={`${selectStyles.option} ${styles.item}`}
              data-danger={item.danger || undefined}
            >
              {item.icon}
              {item.label}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
