import { idNumber } from '#shared/platform/text/unbroken.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import styles from '#web/platform/ui/LinkedRows.module.css'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInWords, timeSince } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { deskPath, type ListedWork } from './queries.ts'
import { useDesk } from './use-desk.ts'

const said = { accept: 'Принято', return: 'Возвращено', refuse: 'Отказ' }

/** Works in a list, each a link to the work. */
export function WorkRows({ works }: { works: readonly ListedWork[] }) {
  const desk = useDesk()
  return (
    <ul className={styles.rows}>
      {works.map((work) => (
        <li key={work.work_id ?? work.team_id} className={styles.row}>
          <PortalLink to={deskPath(desk.path, work) ?? desk.path} data-stretch className={styles.name}>
            <bdi>{work.name}</bdi>
          </PortalLink>
          <span className={styles.facts}>
            <Facts
              of={[
                work.test_id !== null && idNumber(work.test_id),
                work.revision !== null && `версия ${work.revision}`,
                <span key="since" data-late={work.late || undefined}>
                  <Moments text={sinceWords(work)} />
                </span>,
              ]}
            />
          </span>
          <span className={styles.signs}>
            {work.scanning && <StatusBadge look="neutral">Файл проверяется</StatusBadge>}
            <Sign work={work} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The state of a work in the list; decided works show the moment, waiting ones the wait. */
function Sign({ work: { taken_by, second_look, verdict } }: { work: ListedWork }) {
  if (taken_by !== null) return <StatusBadge look="waiting">На столе: {taken_by}</StatusBadge>
  if (second_look) return <StatusBadge look="trouble">Предложен отказ</StatusBadge>
  if (verdict !== null) return <StatusBadge look={verdict === 'accept' ? 'done' : 'shut'}>{said[verdict]}</StatusBadge>
  return null
}

const sinceWords = ({ since, verdict, second_look, late }: ListedWork) =>
  verdict !== null && !second_look
    ? `решено ${momentInWords(since)}`
    : `ждёт ${timeSince(since, serverNow().getTime())}${late ? ', дольше обещанного' : ''}`
