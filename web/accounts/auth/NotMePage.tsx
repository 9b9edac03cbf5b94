import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { announceLogout, api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './Entrance.module.css'

/**
 * The page behind «Это не я» in a letter that warns. Opening it does nothing, because mail scanners open every link;
 * its button ends every session and every change that is not finished.
 */
export function NotMePage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [stopped, setStopped] = useState<{ competition: string | null } | null>(null)

  async function stop() {
    setPending(true)
    setFailure(null)
    try {
      const answer = await api('POST /auth/not-me', { body: { token } })
      // A session of this browser ended with the others.
      if (session.token() !== null) announceLogout()
      session.set(null)
      queryClient.clear()
      setStopped(answer)
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  if (stopped)
    return (
      <Card>
        <PageHeading title="Готово, всё остановлено" size={2} />
        <div className={styles.form}>
          <p>
            Сеансы завершены, незаконченные изменения отменены. Но прежний пароль действует, и его может знать кто-то
            ещё. Задайте новый прямо сейчас.
          </p>
          <p>
            <PortalLinkButton to={stopped.competition === null ? '/' : `/${stopped.competition}/forgot`}>
              Задать новый пароль
            </PortalLinkButton>
          </p>
          <p className={styles.quiet}>
            Если письмо для нового пароля не придёт, напишите в поддержку: возможно, почту уже сменили.
          </p>
        </div>
      </Card>
    )
  if (token === '' || isFailure(failure, 'link_expired'))
    return (
      <Card>
        <PageHeading title="Ссылка не подошла" size={2} />
        <div className={styles.form}>
          <p>
            Она действует неделю, и открыть её нужно целиком, прямо из письма. Если вы опасаетесь за свою учётную
            запись, задайте новый пароль на странице входа: вместе с этим завершатся все сеансы.
          </p>
          <p>
            <PortalLinkButton to="/" kind="secondary">
              На главную
            </PortalLinkButton>
          </p>
        </div>
      </Card>
    )
  return (
    <Card>
      <PageHeading title="Это не я" size={2} />
      <div className={styles.form}>
        <p>Нажмите кнопку, если то, о чём мы написали в письме, сделали не вы.</p>
        <p>
          Все сеансы вашей учётной записи завершатся, на этом устройстве тоже. Всё, что не закончено, отменится: смена
          почты или телефона, ссылки и коды для нового пароля.
          {config?.state_service && ` Вход через ${quoted(config.state_service.name)} отключится.`}
        </p>
        {failure !== null && (
          <Notice tone="danger" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <p>
          <Button kind="danger" pending={pending} pendingText="Останавливаем…" onClick={stop}>
            Это не я, остановить
          </Button>
        </p>
      </div>
    </Card>
  )
}
