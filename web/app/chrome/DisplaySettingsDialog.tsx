import { useEffect, useRef } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './DisplaySettings.module.css'
import { DisplaySettings } from './DisplaySettings.tsx'

interface DisplaySettingsDialogProps {
  look: string
  onClose: () => void
}

/**
 * The display settings beside the page, which stays visible, so that every choice is seen at once. The native dialog
 * keeps the focus inside, closes on Escape and returns the focus to the button that opened it.
 */
export function DisplaySettingsDialog({ look, onClose }: DisplaySettingsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    heading.current?.focus()
    return () => shown?.close()
  }, [])
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; the keyboard has Escape and «Закрыть»
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="display-settings"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.body}>
        <Heading level={2} id="display-settings" ref={heading} tabIndex={-1} className={styles.title ?? ''}>
          Настройки отображения
        </Heading>
        <DisplaySettings look={look} onClose={close} />
      </div>
    </dialog>
  )
}
