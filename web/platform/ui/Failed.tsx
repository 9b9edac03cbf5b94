import type { ReactNode } from 'react'
import { failureReference, failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface FailedProps {
  /** What did not load: «Команды не загрузились». */
  title: string
  error: unknown
  onRepeat: () => void
  level?: 2 | 3
  /** Shown instead of the reason in the error. */
  children?: ReactNode
}

/** A part of a page that could not be loaded: why, and «Повторить». */
export function Failed({ title, error, onRepeat, level = 2, children }: FailedProps) {
  const reference = failureReference(error)
  return (
    <EmptyState kind="failed" level={level} title={title} action={<Button onClick={onRepeat}>Повторить</Button>}>
      {children ?? `${failureText(error)}${reference ? `. Номер обращения: ${reference}` : ''}`}
    </EmptyState>
  )
}
