import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'
import { useSectionForm } from './use-section-form.ts'

interface ConfirmedByPasswordProps {
  /** Of the section. */
  name: string
  /** What the button does. */
  action: string
  send: (password: string) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

/** A step that is hard to take back: the password and one button. The profile is read anew before the form closes. */
export function ConfirmedByPassword({ name, action, send, onDone, onCancel }: ConfirmedByPasswordProps) {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const state = useSectionForm<'password'>({
    check: () => missingPassword(password),
    send: async () => {
      await send(password)
      await queryClient.invalidateQueries({ queryKey: ['profile'] })
      onDone()
    },
    password: 'password',
  })
  return (
    <SectionForm state={state} action={action} kind="danger" onCancel={onCancel}>
      <OwnPassword name={name} value={password} onChange={setPassword} error={state.faults.password} />
    </SectionForm>
  )
}
