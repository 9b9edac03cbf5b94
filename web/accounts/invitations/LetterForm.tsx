import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Invite.module.css'
import { inviteQuery } from './queries.ts'

/** Asks only for an address: the text of the letter is ours, so that nobody can advertise through it. */
export function LetterForm({ competition }: { competition: string }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const [keyOf] = useState(idempotencyKeys)
  const input = useRef<HTMLInputElement>(null)

  const inviting = useMutation({
    mutationFn: (to: string) => {
      const body = { competition_code: competition, email: to }
      return api('POST /user/invite', { body, idempotencyKey: keyOf(body) })
    },
    onSuccess: ({ letters }) => {
      queries.setQueryData(inviteQuery(competition).queryKey, (before) => before && { ...before, letters })
      setEmail('')
    },
    onSettled: () => input.current?.focus(),
  })
  const refused = isFailure(inviting.error) ? inviting.error.fields.email?.message : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (inviting.isPending) return
    const to = email.trim()
    setMissing(isEmail(to) ? null : 'Введите адрес почты, например name@example.ru')
    if (isEmail(to)) return inviting.mutate(to)
    inviting.reset()
    input.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Электронная почта друга"
        hint="Мы отправим одно письмо с вашим именем, а адрес не сохраним"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        ref={input}
        value={email}
        onChange={setEmail}
        error={missing ?? refused}
      />
      {inviting.error && !refused && (
        <Notice tone="danger" role="alert">
          {failureWords(inviting.error)}
        </Notice>
      )}
      <div role="status" className={styles.said}>
        {inviting.isSuccess && (
          <Notice tone="success" title={`Приглашаем ${inviting.variables}`}>
            Письмо не придёт, если человек уже участвует в конкурсе или отказался от приглашений.
          </Notice>
        )}
      </div>
      <p className={styles.actions}>
        <Button type="submit" pending={inviting.isPending} pendingText="Отправляем…">
          Отправить приглашение
        </Button>
      </p>
    </form>
  )
}

const failureWords = (failure: unknown) =>
  isFailure(failure, 'too_many_requests')
    ? `${failureText(failure)}. Ссылкой можно делиться и сейчас`
    : failureText(failure)
