import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isEmail } from '#shared/forms/rules.ts'
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
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [invited, setInvited] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [keyOf] = useState(idempotencyKeys)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const to = email.trim()
    setFailure(null)
    setInvited(null)
    setFault(isEmail(to) ? null : 'Введите адрес почты, например name@example.ru')
    if (!isEmail(to)) return input.current?.focus()
    setPending(true)
    try {
      const body = { competition_code: competition, email: to }
      const { letters } = await api('POST /user/invite', { body, idempotencyKey: keyOf(body) })
      queries.setQueryData(inviteQuery(competition).queryKey, (before) => before && { ...before, letters })
      setInvited(to)
      setEmail('')
    } catch (error) {
      const said = isFailure(error) ? error.fields.email?.message : undefined
      if (said) setFault(said)
      else setFailure(error)
    } finally {
      setPending(false)
      input.current?.focus()
    }
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
        error={fault}
      />
      {failure !== null && (
        <Notice tone="danger" role="alert">
          {failureWords(failure)}
        </Notice>
      )}
      <div role="status" className={styles.said}>
        {invited && (
          <Notice tone="success" title={`Приглашаем ${invited}`}>
            Письмо не придёт, если человек уже участвует в конкурсе или отказался от приглашений.
          </Notice>
        )}
      </div>
      <p className={styles.actions}>
        <Button type="submit" pending={pending} pendingText="Отправляем…">
          Отправить приглашение
        </Button>
      </p>
    </form>
  )
}

/** The limit is per day, so «in a minute» would be wrong. */
const failureWords = (failure: unknown) =>
  isFailure(failure, 'too_many_requests') && (failure.retryAfter ?? 0) > 120
    ? 'На сегодня приглашений письмом достаточно. Продолжить можно завтра, а ссылкой можно делиться и сейчас'
    : failureText(failure)
