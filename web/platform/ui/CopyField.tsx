import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyField.module.css'
import { TextField } from './TextField.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type CopyFieldProps = {
  label: string
  value: string
  hint?: string
  /** Buttons beside «Скопировать». */
  actions?: ReactNode
}

/** An address of the person's own, to be copied. */
export function CopyField({ label, value, hint, actions }: CopyFieldProps) {
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('')
  const input = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied('done')
    } catch {
      // Not every browser allows writing to the clipboard; the person can then copy the selected text.
      input.current?.select()
      setCopied('failed')
    }
  }

  return (
    <div className={styles.box}>
      <TextField
        label={label}
        name="link"
        readOnly
        ref={input}
        value={value}
        onChange={() => undefined}
        {...(hint ? { hint } : {})}
      />
      <div className={styles.actions}>
        <Button kind="secondary" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          {copied === 'done' ? 'Ссылка скопирована' : 'Скопировать ссылку'}
        </Button>
        {actions}
      </div>
      <VisuallyHidden role="status">{copied === 'done' ? 'Ссылка скопирована' : ''}</VisuallyHidden>
      {copied === 'failed' && <p role="alert">Ссылка выделена: скопируйте её вручную.</p>}
    </div>
  )
}
