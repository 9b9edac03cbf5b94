import type { ReactNode } from 'react'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { StageAct } from './StageAct.tsx'
import styles from './StageHero.module.css'
import type { StageLinkProps } from './StagePath.tsx'
import { StageParts } from './StageStop.tsx'
import { isCurrent, type StageNode } from './stage-node.ts'

type StageHeroProps = { node: StageNode; now: number; backdrop: ReactNode; link: (props: StageLinkProps) => ReactNode }

/** The stage that is due: what it is, its deadline, and one button. For a group, its due child is shown. */
export function StageHero({ node, now, backdrop, link }: StageHeroProps) {
  const due = lead(node)
  return (
    <ColourField className={styles.hero} backdrop={backdrop}>
      <div className={styles.words}>
        <p className={styles.eyebrow}>
          <span className={styles.now}>Сейчас</span>
          <span>{due === node ? due.kindLabel : node.title}</span>
        </p>
        <Heading level={2} size={1} className={styles.title}>
          {due.title}
        </Heading>
        <p className={styles.state}>{due.statusText}</p>
        {due.reason && (
          <p className={styles.reason}>
            <Moments text={due.reason} />
          </p>
        )}
      </div>
      <StageAct node={due} now={now} link={link} />
      <div className={styles.parts}>
        <StageParts parts={node.children} link={link} />
      </div>
    </ColourField>
  )
}

/** The deepest stage that is due. */
function lead(node: StageNode): StageNode {
  const part = node.children?.find(isCurrent)
  return part ? lead(part) : node
}
