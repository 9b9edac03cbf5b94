import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, session } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { RepeatCode } from './RepeatCode.tsx'

/** Confirms an e-mail address by a code, from the link in the letter or typed. */
export function VerifyPage() {
  const { competition = '' } = useParams({ strict: false }) as { competition?: string }
  const { code: fromLink } = useSearch({ strict: false }) as { code?: string | number }
  const queryClient = useQueryClient()
  const [code, setCode] = useState(fromLink === undefined ? '' : String(fromLink))
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function confirm(typed: string) {
    setPending(true)
    setError(null)
    try {
      const answer = await api('POST /user/email-verify', { body: { code: typed.trim() } })
      await queryClient.invalidateQueries({ queryKey: ['profile'] })
      setConfirmed(answer.email)
    } catch (failure) {
      setError(failureText(failure))
    } finally {
      setPending(false)
    }
  }
  const asked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is used once
  useEffect(() => {
    if (fromLink === undefined || asked.current) return
    asked.current = true
    void confirm(String(fromLink))
  }, [])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') setError('Введите код из письма')
    else void confirm(code)
  }
  return (
    <Card>
      <PageHeading title="Подтверждение почты" size={2} />
      {confirmed ? (
        <div className={styles.form}>
          <Notice tone="success" role="status" title="Почта подтверждена">
            {confirmed}
          </Notice>
          <p>
            <PortalLinkButton to={`/${competition}`}>К конкурсу</PortalLinkButton>
          </p>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="Код из письма"
            name="code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={error}
          />
          <p>
            <Button type="submit" pending={pending} pendingText="Проверяем…">
              Подтвердить
            </Button>
          </p>
          {session.token() === null ? (
            <p className={styles.quiet}>
              Код не подходит? <PortalLink to={`/${competition}/login`}>Войдите</PortalLink> — и пришлём новый.
            </p>
          ) : (
            <RepeatCode after={0} repeat={async () => (await api('POST /user/send-email-verify')).repeat_after} />
          )}
        </form>
      )}
    </Card>
  )
}
