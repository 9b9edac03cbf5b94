import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Button, Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { PanelProps } from './PanelButton.tsx'
import styles from './Sheet.module.css'
import { words } from './words.ts'

interface SheetProps extends PanelProps {
  /** The heading of the sheet. */
  label: string
  children: ReactNode
}

/** Replaces a popover on a narrow window: it comes from below and takes the whole width. */
export function Sheet({ isOpen, onOpenChange, label, children }: SheetProps) {
  return (
    <ModalOverlay className={styles.overlay ?? ''} isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {label}
            </Heading>
            <Button className={styles.close ?? ''} aria-label={words.close} onPress={() => onOpenChange(false)}>
              <X aria-hidden="true" />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
