import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import styles from './Menu.module.css'
import type { PanelProps } from './PanelButton.tsx'
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
  /** The content of the trigger; set `label` when it is only an icon. */
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
        <Items items={items} />
      </Popover>
    </MenuTrigger>
  )
}

interface MenuPanelProps extends PanelProps {
  label: string
  items: readonly MenuEntry[]
}

/** The menu without its button, for a button that loads it later: see PanelButton. */
export function MenuPanel({ trigger, isOpen, onOpenChange, label, items }: MenuPanelProps) {
  return (
    <Popover
      className={`${selectStyles.popover} ${styles.popover}`}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
    >
      <Items items={items} label={label} onClose={() => onOpenChange(false)} />
    </Popover>
  )
}

function Items({ items, label, onClose }: { items: readonly MenuEntry[]; label?: string; onClose?: () => void }) {
  const alone = onClose ? { 'aria-label': label ?? '', autoFocus: 'first' as const, onClose } : {}
  return (
    <AriaMenu className={selectStyles.list ?? ''} items={items} {...alone}>
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
  )
}
