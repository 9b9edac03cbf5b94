import { useMutation, useQuery } from '@tanstack/react-query'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useLinkSecret } from '#web/platform/navigation/use-link-secret.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'

/**
 * The page behind the link of a letter that tells of an act on the reader's account. Opening it changes nothing, because
 * mail scanners open every link; its button stops the act or undoes it.
 */
export function StopPage() {
  const token = useLinkSecret()
  const query = useQuery({
    queryKey: ['identity-act', token],
    queryFn: () => api('POST /auth/identity-act/read', { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const act = useMutation({ mutationFn: () => api('POST /auth/identity-act/stop', { body: { token } }) })
  if (act.data)
    return (
      <Card>
        <PageHeading title={act.data.state === 'undone' ? 'Всё вернулось' : 'Остановлено'} size={2} />
        <div className={styles.form}>
          <p>
            {act.data.state === 'undone'
              ? 'Учётные записи снова отдельные, всё вернулось на свои места. Входите в свою запись, как раньше.'
              : 'Ничего не изменится: учётные записи остаются отдельными.'}
          </p>
          <p>Мы написали об этом на обе почты, организаторы это видят. Страницу можно закрыть.</p>
          <Home />
        </div>
      </Card>
    )
  if (token === '' || isFailure(query.error, 'link_expired') || isFailure(act.error, 'link_expired')) return <Expired />
  return (
    <Card>
      <QueryStates of={[query]} loading="Смотрим, о чём письмо" failed="Не загрузилось" lines={4}>
        {({ title, state, due_at, until }) => (
          <>
            <PageHeading title={title} size={2} />
            <div className={styles.form}>
              <p>
                <Moments
                  text={
                    state === 'done'
                      ? `Учётные записи объединены ${moment(due_at)}. До ${moment(until)} можно вернуть всё как было.`
                      : `Учётные записи объединят ${moment(due_at)}. Пока ничего не изменилось.`
                  }
                />
              </p>
              <p>Если обе записи ваши и вы согласны, просто закройте страницу.</p>
              <p>Если одна из них не ваша или вы против, нажмите кнопку. Входить для этого не нужно.</p>
              <FailureNotice error={act.error} />
              <p>
                <Button kind="danger" pending={act.isPending} pendingText="Секунду…" onClick={() => act.mutate()}>
                  {state === 'done' ? 'Вернуть всё как было' : 'Остановить объединение'}
                </Button>
              </p>
            </div>
          </>
        )}
      </QueryStates>
    </Card>
  )
}

function Expired() {
  return (
    <Card>
      <PageHeading title="Ссылка не подошла" size={2} />
      <div className={styles.form}>
        <p>
          Она срабатывает один раз и действует, пока объединение можно отменить. Если вы уже нажимали кнопку, всё
          остановлено. Если нет, откройте ссылку целиком, прямо из письма, или напишите в поддержку.
        </p>
        <Home />
      </div>
    </Card>
  )
}

const Home = () => (
  <p>
    <PortalLinkButton to="/" kind="secondary">
      На главную
    </PortalLinkButton>
  </p>
)

const moment = (wire: string) => {
  const at = parseWire(wire)
  return at ? showMoscowTime(at) : ''
}
