import { useEffect, useRef, useState } from 'react'
import { maxRemark } from '#shared/review/checking/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './WorkAnswer.module.css'

interface RemarkFieldProps {
  name: string
  /** What the remark is about. */
  label: string
  text: string | undefined
  onChange: (text: string | null) => void
}

/** A remark to one line: a button, and a field once there is something to say. */
export function RemarkField({ name, label, text, onChange }: RemarkFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (opened) area.current?.focus()
  }, [opened])
  if (text === undefined)
    return (
      <Button
        kind="quiet"
        size="s"
        className={styles.add}
        aria-label={`Замечание: ${label}`}
        onClick={() => {
          setOpened(true)
          onChange('')
        }}
      >
        Замечание
      </Button>
    )
  return (
    <div className={styles.remark}>
      <TextArea
        ref={area}
        label={`Замечание: ${label}`}
        name={`remark-${name}`}
        rows={2}
        limit={maxRemark}
        value={text}
        onChange={onChange}
      />
      <Button
        kind="quiet"
        size="s"
        flush
        aria-label={`Убрать замечание: ${label}`}
        onClick={() => {
          setOpened(false)
          onChange(null)
        }}
      >
        Убрать
      </Button>
    </div>
  )
}
