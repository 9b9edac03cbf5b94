import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { Checklist } from './Checklist.tsx'
import styles from './ConsolePage.module.css'
import { Course } from './Course.tsx'
import type { Season } from './queries.ts'

/** The whole season: its time line, open problems, and recent changes. */
export function SeasonOverview({ competition, season }: { competition: string; season: Season }) {
  const hindered = season.stages.filter(({ checklist }) => checklist.length > 0)
  return (
    <>
      <Panel title="Ход сезона">
        <Course competition={competition} stages={season.stages} />
      </Panel>
      <div className={styles.halves}>
        <Panel title="Требует внимания">
          {hindered.length === 0 && <p className={styles.quiet}>Ничего не мешает: все этапы готовы</p>}
          <ul className={styles.hindered}>
            {hindered.map(({ code, title, checklist }) => (
              <li key={code}>
                <PortalLink alone to={`/admin/${competition}/stages/${code}`}>
                  {title}
                </PortalLink>
                <Checklist items={checklist} />
              </li>
            ))}
          </ul>
        </Panel>
        <AuditPanel competition={competition} season={season} />
      </div>
    </>
  )
}
