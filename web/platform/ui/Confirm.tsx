import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { cancelOf, words } from './words.ts'

export interface ConfirmProps<Done> {
  /** «Отозвать код?» */
  title: string
  /** What will happen, and what is lost when it cannot be undone. */
  children: ReactNode
  /** The act in a word or two, on its button. */
  act: string
  danger?: boolean | undefined
  size?: 's' | 'm' | 'l'
  /** The question is busy until this ends, and shows a refusal. `false`: it stays open, and its children say why. */
  send: () => Done | false | Promise<Done | false>
  /** Called after the question has closed, so it may move the focus. */
  onDone?: ((done: Done) => void) | undefined
  onClose: () => void
  /** The act loses what the person has not saved, so staying is the main button. */
  unsaved?: boolean
  /** The act is not possible (any more): the question only says why. */
  shut?: boolean
}

/** A question before an act. Rendered only while it is open. */
export function Confirm<Done>({ title, children, act, size = 's', onClose, ...props }: ConfirmProps<Done>) {
  const { danger = false, send, onDone, unsaved = false, shut = false } = props
  const id = useId()
  const refused = useRef<unknown>(null)
  const isGone = useRef(false)
  const isClosed = useRef(false)
  // After a refusal the part of the page that asked may be gone, or the person has not waited: the page says it.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (refused.current) showBanner(failureText(refused.current))
    }
  }, [])
  const close = () => {
    refused.current = null
    isClosed.current = true
    onClose()
  }
  const sending = useMutation({
    mutationFn: async (): Promise<Done | false> => {
      refused.current = null
      return send()
    },
    onError: (error) => {
      if (isGone.current) showBanner(failureText(error))
      else refused.current = error
    },
    onSuccess: (done) => {
      if (done === false) return
      // Another question may be open by now.
      if (!isClosed.current) flushSync(onClose)
      onDone?.(done)
    },
  })
  const main = (
    <Button
      key="act"
      type="submit"
      form={id}
      kind={danger ? 'danger' : unsaved ? 'secondary' : 'primary'}
      pending={sending.isPending}
    >
      {act}
    </Button>
  )
  const cancel = (
    <Button key="cancel" kind={unsaved ? 'primary' : 'secondary'} disabled={sending.isPending} onClick={close}>
      {shut ? words.close : unsaved ? words.stay : cancelOf(act)}
    </Button>
  )
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size={size}
      isOpen
      onClose={close}
      actions={shut ? cancel : unsaved ? [cancel, main] : [main, cancel]}
    >
      <form
        id={id}
        className={styles.question}
        noValidate
        onKeyDown={(event) => {
          // Enter in a search starts no act.
          if (event.key === 'Enter' && (event.target as HTMLInputElement).type === 'search') event.preventDefault()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // It is not the form of the page that asks.
          event.stopPropagation()
          if (!sending.isPending) sending.mutate()
        }}
      >
        {children}
        {/* Beside the buttons: of a long question the first line may be out of sight. */}
        <FailureNotice error={sending.error} />
      </form>
    </Dialog>
  )
}
