import { useQuery } from '@tanstack/react-query'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { useDesk } from '#web/review/checking/use-desk.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Appeal.module.css'
import { openAppealsQuery } from './queries.ts'

/** Appeals that wait for an answer, of all competitions or of one; nothing when there are none. */
export function OpenAppeals({ competition }: { competition?: string }) {
  const { data } = useQuery(openAppealsQuery)
  const desk = useDesk()
  const appeals = (data?.appeals ?? []).filter(
    ({ competition_code }) => competition === undefined || competition_code === competition,
  )
  if (appeals.length === 0) return null
  return (
    <Panel id="appeals" title="Апелляции">
      <ul className={styles.list}>
        {appeals.map(({ work_id, name, stage_title, competition_title, filed_at, may_answer }) => (
          <li key={work_id}>
            <div>
              <PortalLink to={`${desk.path}/works/${work_id}`}>
                <bdi>{name}</bdi>
              </PortalLink>
              <p className={styles.quiet}>
                <Facts
                  of={[
                    competition === undefined && competition_title,
                    stage_title,
                    `подана ${momentInWords(filed_at)}`,
                  ]}
                />
              </p>
            </div>
            {!may_answer && <p className={styles.quiet}>Ответит другой человек: об этой работе решали вы</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
