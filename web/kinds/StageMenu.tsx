import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { PageMenu } from '#web/platform/navigation/page-menu.ts'
import type { StageNode } from '#web/stages/StagePath/stage-node.ts'
import type { Stage } from '#web/stages/stage.ts'
import styles from './StageMenu.module.css'
import { stageNode } from './stage-node.ts'

interface StageMenuProps {
  stages: readonly Stage[]
  /** The code of the stage that is open. */
  current: string
  competition: string
  track: string
}

/** The nested list of the track's stages, for the phone's menu. Stages without a page have no link. */
export function StageMenu({ stages, current, competition, track }: StageMenuProps) {
  return (
    <PageMenu title="Этапы">
      <nav aria-label="Этапы">
        <Branch nodes={stages.map((stage) => stageNode(stage, competition, track, stages))} current={current} />
      </nav>
    </PageMenu>
  )
}

function Branch({ nodes, current }: { nodes: readonly StageNode[]; current: string }) {
  return (
    <ul className={styles.branch}>
      {nodes.map(({ id, title, href, statusText, children }) => (
        <li key={id}>
          {href ? (
            <PortalLink to={href} className={styles.stage} {...(id === current ? { 'aria-current': 'page' } : {})}>
              {title}
            </PortalLink>
          ) : (
            <span className={styles.stage}>
              {title}
              {!children && <span className={styles.status}>{statusText}</span>}
            </span>
          )}
          {children && <Branch nodes={children} current={current} />}
        </li>
      ))}
    </ul>
  )
}
