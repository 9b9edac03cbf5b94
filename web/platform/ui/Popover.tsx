import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components/Popover'
import menuStyles from './Menu.module.css'
import styles from './Popover.module.css'

type PopoverProps = {
  trigger: ReactNode
  /** The name of the trigger and of what opens. */
  label: string
  /** The name of the trigger, when it says more. */
  triggerLabel?: string
  children: ReactNode | ((close: () => void) => ReactNode)
  triggerClass?: string
  placement?: 'bottom start' | 'bottom end' | 'bottom'
  isOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /** In rem; 25 by default. */
  width?: number
}

export function Popover({
  trigger,
  label,
  triggerLabel = label,
  children,
  triggerClass,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
  width = 25,
}: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} onOpenChange={onOpenChange}>
      <Button className={triggerClass ?? menuStyles.trigger ?? ''} aria-label={triggerLabel}>
        {trigger}
      </Button>
      <AriaPopover
        className={styles.popover ?? ''}
        placement={placement}
        style={{ width: `min(${width}rem, calc(100vw - 2rem))` }}
      >
        <Dialog className={styles.body ?? ''} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
