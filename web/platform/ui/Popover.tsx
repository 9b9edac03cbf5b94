import type { ReactNode } from 'react'
import { Popover as AriaPopover, Dialog } from 'react-aria-components/Popover'
import type { PanelProps } from './PanelButton.tsx'
import styles from './Popover.module.css'

interface PopoverProps extends PanelProps {
  label: string
  children: ReactNode
}

/** In rem. */
const width = 25

/** Opens beside its button. */
export function Popover({ trigger, isOpen, onOpenChange, label, children }: PopoverProps) {
  return (
    <AriaPopover
      className={styles.popover ?? ''}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
      style={{ width: `min(${width}rem, calc(100vw - 2rem))` }}
    >
      <Dialog className={styles.body ?? ''} aria-label={label}>
        {children}
      </Dialog>
    </AriaPopover>
  )
}
