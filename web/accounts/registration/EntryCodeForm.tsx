import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxTypedEntryCode } from '#shared/accounts/registration/entry-code.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'

interface EntryCodeFormProps<Opened> {
  /** Throws a refusal, which is shown at the field. */
  send: (code: string) => Promise<Opened>
  onDone: (code: string, opened: Opened) => void
}

/** Where registration has closed: the field for a code that organisers have given. */
export function EntryCodeForm<Opened>({ send, onDone }: EntryCodeFormProps<Opened>) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const sending = useMutation({ mutationFn: send, onSuccess: (opened, sent) => onDone(sent, opened) })
  const fault = sending.error ? failureText(sending.error) : missing ? 'Введите код' : null
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = code.trim()
        setMissing(typed === '')
        if (typed !== '' && !sending.isPending) sending.mutate(typed)
      }}
    >
      <TextField
        label="Код позднего входа"
        hint="Его выдают организаторы, например k7qfm-2xdhp"
        name="entry_code"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxTypedEntryCode}
        value={code}
        error={fault}
        onChange={(typed) => {
          setCode(typed)
          setMissing(false)
          if (sending.error) sending.reset()
        }}
      />
      <div>
        <Button type="submit" kind="secondary" pending={sending.isPending} pendingText="Проверяем код…">
          Войти по коду
        </Button>
      </div>
    </form>
  )
}
