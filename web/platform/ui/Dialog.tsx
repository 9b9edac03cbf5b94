import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Button, Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './Dialog.module.css'
import { Moments } from './Moments.tsx'
import { words } from './words.ts'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children?: ReactNode
  /** Buttons at the bottom, the main one first. */
  actions?: ReactNode
  size?: 's' | 'm' | 'l'
  /** `alertdialog` for a question that must be answered: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog'
}

export function Dialog({ title, isOpen, onClose, children, actions, size = 'm', role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              <Moments text={title} />
            </Heading>
            <Button className={styles.close ?? ''} aria-label={words.close} onPress={onClose}>
              <X aria-hidden="true" />
            </Button>
          </div>
          {children && <div className={styles.body}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
