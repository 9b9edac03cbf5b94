import { plural } from '#shared/platform/time/plural.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { coloursOf, lookOf } from '#web/seasons/themes/themes.ts'
import { timeSince } from '#web/stages/StagePath/deadline.ts'
import styles from './Desk.module.css'
import type { Queue } from './queries.ts'
import { useDesk } from './use-desk.ts'
import { useNextWork } from './use-next-work.ts'

/** One stage whose works wait: how many, since when, and the button that brings the next one. */
export function QueueCard({ queue, level = 3 }: { queue: Queue; level?: 2 | 3 }) {
  const desk = useDesk()
  const next = useNextWork(queue.stage_id)
  const look = { ...queue, code: queue.competition_code }
  const { of, title, competition_title, left, mine, late, oldest } = queue
  return (
    <li className={styles.queue}>
      <div className={styles.picture} data-look={coloursOf(look)} data-decoration aria-hidden="true">
        <LookDrawing look={lookOf(look)} />
      </div>
      <div className={styles.about}>
        {level === 3 && <p className={styles.of}>{competition_title}</p>}
        <Heading level={level} size={3}>
          <PortalLink to={`${desk.path}/stages/${queue.stage_id}`}>{title}</PortalLink>
        </Heading>
        <p className={styles.wait}>
          {left === 0 || oldest === null
            ? 'Всё проверено'
            : `Дольше всех ждут ${timeSince(oldest, serverNow().getTime())}`}
          {late > 0 && <span className={styles.late}>дольше обещанного{late < left ? `: ${late}` : ''}</span>}
        </p>
      </div>
      <div className={styles.begin}>
        {left > 0 && (
          <>
            <p className={styles.left}>
              <span className={styles.count}>{left.toLocaleString('ru-RU')}</span>{' '}
              {of === 'teams'
                ? plural(left, 'команда', 'команды', 'команд')
                : plural(left, 'работа', 'работы', 'работ')}
            </p>
            <Button
              pending={next.isPending}
              aria-label={`${mine > 0 ? 'Продолжить' : 'Проверять'}: ${title}`}
              onClick={() => !next.isPending && next.mutate(undefined)}
            >
              {mine > 0 ? 'Продолжить' : 'Проверять'}
            </Button>
          </>
        )}
      </div>
      {next.error && (
        <div className={styles.wide}>
          <Notice tone="danger" role="alert" title={failureText(next.error)} />
        </div>
      )}
      {next.data === null && (
        <div className={styles.wide}>
          <Notice
            tone="info"
            role="status"
            title={`Свободных ${of === 'teams' ? 'команд' : 'работ'} нет: остальные уже у других проверяющих`}
          />
        </div>
      )}
    </li>
  )
}
