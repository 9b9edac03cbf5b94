import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Dialog, DialogTrigger, Heading } from 'react-aria-components/Dialog'
import { Button, Modal, ModalOverlay } from 'react-aria-components/Modal'
import menuStyles from './Menu.module.css'
import styles from './Sheet.module.css'

type SheetProps = {
  trigger: ReactNode
  /** The heading of the sheet. */
  label: string
  /** The name of the trigger, when it says more than the heading. */
  triggerLabel?: string
  children: ReactNode
  triggerClass?: string
}

/** What a popover is on a narrow window: it comes from below and takes the whole width. */
export function Sheet({ trigger, label, triggerLabel = label, children, triggerClass }: SheetProps) {
  return (
    <DialogTrigger>
      <Button className={triggerClass ?? menuStyles.trigger ?? ''} aria-label={triggerLabel}>
        {trigger}
      </Button>
      <ModalOverlay className={styles.overlay ?? ''} isDismissable>
        <Modal className={styles.sheet ?? ''}>
          <Dialog className={styles.dialog ?? ''}>
            {({ close }) => (
              <>
                <div className={styles.head}>
                  <Heading slot="title" className={styles.title ?? ''}>
                    {label}
                  </Heading>
                  <Button className={styles.close ?? ''} aria-label="Закрыть" onPress={close}>
                    <X aria-hidden="true" />
                  </Button>
                </div>
                {children}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
