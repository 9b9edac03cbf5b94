import { useMutation, useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Profile.module.css'
import { ProfileRow } from './ProfileRow.tsx'
import { perPage, renewSessions, sessionsQuery } from './queries.ts'

type Device = Answer<'GET /user/sessions'>['sessions'][number]

/** The devices that are logged in, with a way to log them out. */
export function Devices() {
  const list = useList('devices', {})
  const query = useQuery(sessionsQuery(list.asked.page))
  const endingOthers = useMutation({
    mutationFn: () => api('POST /auth/revoke-sessions'),
    onSuccess: async ({ access_token }) => {
      session.set(access_token)
      list.ask({}, { replace: true })
      await renewSessions()
      showBanner('На остальных устройствах нужно будет войти заново', 'success')
    },
    onError: (error) => showBanner(failureText(error)),
  })
  return (
    <ProfileRow id="sessions" title="Устройства" note="Где сейчас открыта ваша учётная запись.">
      <QueryStates
        of={[query]}
        loading="Загружаем устройства"
        failed="Не удалось загрузить устройства"
        lines={3}
        height="3.5rem"
        level={3}
      >
        {({ count }) => (
          <div className={styles.form}>
            <PagedList of={query} list={list} size={perPage} label="Страницы устройств">
              {({ sessions }) => (
                <ul className={styles.rows}>
                  {sessions.map((device) => (
                    <DeviceRow key={device.id} device={device} />
                  ))}
                </ul>
              )}
            </PagedList>
            {count > 1 ? (
              <p>
                <Button kind="secondary" pending={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
                  Выйти на всех остальных
                </Button>
              </p>
            ) : (
              <p className={styles.note}>На других устройствах учётная запись не открыта.</p>
            )}
          </div>
        )}
      </QueryStates>
    </ProfileRow>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const ending = useMutation({
    mutationFn: () => api('DELETE /user/sessions/:id', { params: { id: device.id } }),
    onSuccess: () => showBanner(`Сеанс завершён: ${device.device}`, 'success'),
    onError: (error) => {
      // One that is not found has ended meanwhile.
      if (!isFailure(error, 'not_found')) showBanner(failureText(error))
    },
    onSettled: renewSessions,
  })
  return (
    <li className={styles.row}>
      <MonitorSmartphone className={styles.rowIcon} aria-hidden="true" />
      <div className={styles.rowWords}>
        <span className={styles.rowTitle}>{device.device}</span>
        <span className={styles.note}>
          {device.current ? `Вход ${shown(device.created)}` : `Был в сети ${shown(device.last_seen)}`}
        </span>
      </div>
      {device.current ? (
        <StatusBadge look="done">Это устройство</StatusBadge>
      ) : (
        <Button kind="quiet" flush pending={ending.isPending} onClick={() => ending.mutate()}>
          Завершить
          <VisuallyHidden>
            {' '}
            сеанс: {device.device}, {shown(device.last_seen)}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : ''
}
