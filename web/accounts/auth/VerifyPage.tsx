import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { renewProfile } from '#web/accounts/profile/queries.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useLinkSecret } from '#web/platform/navigation/use-link-secret.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { RepeatCode } from './RepeatCode.tsx'

/** Confirms an e-mail address by a code, from the link in the letter or typed. */
export function VerifyPage() {
  const competition = useCompetitionCode()
  const fromLink = useLinkSecret()
  const [code, setCode] = useState(fromLink)
  const [missing, setMissing] = useState<string | null>(null)
  const confirming = useMutation({
    mutationFn: (typed: string) => api('POST /user/email-verify', { body: { code: typed.trim() } }),
    onMutate: () => setMissing(null),
    onSuccess: renewProfile,
  })
  const asked = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once
  useEffect(() => {
    if (fromLink === '' || asked.current === fromLink) return
    asked.current = fromLink
    setCode(fromLink)
    confirming.mutate(fromLink)
  }, [fromLink])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') setMissing('Введите код из письма')
    else confirming.mutate(code)
  }
  return (
    <Card>
      <PageHeading title="Подтверждение почты" size={2} />
      {confirming.data ? (
        <div className={styles.form}>
          <Notice tone="success" role="status" title="Почта подтверждена">
            {confirming.data.email}
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
            spellCheck={false}
            value={code}
            onChange={setCode}
            error={missing ?? (confirming.error && failureText(confirming.error))}
          />
          <p>
            <Button type="submit" pending={confirming.isPending} pendingText="Проверяем…">
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
