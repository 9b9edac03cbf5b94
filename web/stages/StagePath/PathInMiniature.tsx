import type { CSSProperties } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './PathInMiniature.module.css'
import { countedOf, isCurrent, type StageNode, standing } from './stage-node.ts'

/** More groups than these have no room for their names. */
const maxNamedGroups = 9

/**
 * All stages as dots on a line, in their groups. With little room or many groups only the group that is due shows its
 * name.
 */
export function PathInMiniature({ nodes, label = 'Путь участника' }: { nodes: readonly StageNode[]; label?: string }) {
  const groups = nodes
    .map((node) => ({ node, stages: countedOf(node) }))
    .filter(({ node, stages }) => node.status !== 'hidden' && stages.length > 0)
  const due = groups.findIndex(({ node }) => isCurrent(node))
  const named = due >= 0 ? due : groups.findIndex(({ node }) => standing(node) !== 'done')
  return (
    <ol className={styles.path} data-many={groups.length > maxNamedGroups || undefined} aria-label={label}>
      {groups.map(({ node, stages }, at) => {
        const done = stages.filter((stage) => standing(stage) === 'done').length
        return (
          <li
            key={node.id}
            className={styles.group}
            style={{ '--count': stages.length } as CSSProperties}
            data-named={at === named || undefined}
          >
            <span className={styles.dots} aria-hidden="true">
              {stages.map((stage) => (
                <span key={stage.id} className={styles.dot} data-standing={standing(stage)} />
              ))}
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{node.title}</span>
              <span className={styles.count}>
                <VisuallyHidden>, пройдено этапов: </VisuallyHidden>
                {outOf(done, stages.length)}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
