import { useState } from 'react'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { renewProfile } from './queries.ts'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

interface ConfirmedByPasswordProps {
  /** The heading of the section. */
  name: string
  /** The label of the button. */
  action: string
  send: (password: string) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

/** An action that is hard to undo: asks for the password. The profile is reloaded before the form closes. */
export function ConfirmedByPassword({ name, action, send, onDone, onCancel }: ConfirmedByPasswordProps) {
  const [password, setPassword] = useState('')
  const state = useCheckedForm<'password'>({
    check: () => missingPassword(password),
    send: async () => {
      await send(password)
      await renewProfile()
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
