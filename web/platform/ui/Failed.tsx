import type { ReactNode } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureReference, failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { words } from './words.ts'

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
  if (isFailure(error, 'second_factor_required'))
    return (
      <EmptyState
        level={level}
        title="Включите второй фактор входа"
        action={
          <PortalLinkButton to="/profile/security" hash="second-factor">
            Включить второй фактор
          </PortalLinkButton>
        }
      >
        Разделы организаторов открываются только со вторым фактором: здесь персональные данные участников.
      </EmptyState>
    )
  return (
    <EmptyState kind="failed" level={level} title={title} action={<Button onClick={onRepeat}>{words.repeat}</Button>}>
      {children ?? `${failureText(error)}${reference ? `. Номер обращения: ${reference}` : ''}`}
    </EmptyState>
  )
}
