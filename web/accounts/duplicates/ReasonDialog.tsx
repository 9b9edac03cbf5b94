import type { ReactNode } from 'react'
import { maxMergeReason } from '#shared/accounts/duplicates/limits.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'

interface ReasonDialogProps {
  title: string
  act: string
  danger?: boolean
  /** Shown when the reason is missing. */
  missing: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for the reason of an act that other organisers see. */
export function ReasonDialog({ missing, send, ...question }: ReasonDialogProps) {
  return (
    <FormDialog
      size="s"
      {...question}
      form={formOf(reasonField('Увидят другие организаторы', maxMergeReason, { label: 'Почему', required: missing }))}
      send={({ reason }) => send(textOf(reason).trim())}
    />
  )
}
