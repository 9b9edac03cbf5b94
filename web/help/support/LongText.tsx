import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './Support.module.css'

const max = 700

/** A text with its line breaks; long ones are shortened until the person opens them. */
export function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const letters = [...text]
  if (open || letters.length <= max) return <p className={styles.text}>{text}</p>
  return (
    <div>
      <p className={styles.text}>
        {letters
          .slice(0, max - 100)
          .join('')
          .trimEnd()}
        …
      </p>
      <Button kind="quiet" size="s" flush onClick={() => setOpen(true)}>
        Показать целиком
      </Button>
    </div>
  )
}
