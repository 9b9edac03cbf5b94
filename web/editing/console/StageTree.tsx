import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import type { ListedStage } from '#web/seasons/console/queries.ts'
import { inTree } from './course.ts'
import { StageSigns } from './StageSigns.tsx'
import styles from './StageTree.module.css'

/** Links to the stages of the competition. */
export function StageTree({ competition, stages }: { competition: string; stages: readonly ListedStage[] }) {
  return (
    <nav aria-label="Этапы конкурса" className={styles.tree}>
      <ul>
        {inTree(stages).map(({ stage, depth }) => (
          <li key={stage.code} style={{ '--depth': depth } as never} data-group={stage.type === 'group' || undefined}>
            <PortalLink to={`/admin/${competition}/stages/${stage.code}`}>
              {stage.title}
              <StageSigns stage={stage} />
            </PortalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
