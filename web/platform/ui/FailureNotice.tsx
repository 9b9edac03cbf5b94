import type { ReactNode } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Notice } from './Notice.tsx'

/** Why a call failed, in words; nothing while it has not. */
export function FailureNotice({ error, children }: { error: unknown; children?: ReactNode }) {
  if (!error) return null
  return (
    <Notice tone="danger" role="alert">
      {failureText(error)}
      {children}
    </Notice>
  )
}
