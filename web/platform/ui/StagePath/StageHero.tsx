import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { momentInWords, timeLeft, toDate } from './deadline.ts'
import styles from './StageHero.module.css'
import type { StageLinkProps } from './StagePath.tsx'
import { StageParts } from './StageStop.tsx'
import { isCurrent, type StageNode } from './stage-node.ts'

type StageHeroProps = { node: StageNode; now: number; backdrop: ReactNode; link: (props: StageLinkProps) => ReactNode }

/** The stage that is due: what it is, its deadline, and one button. For a group, its due child is shown. */
export function StageHero({ node, now, backdrop, link }: StageHeroProps) {
  const due = lead(node)
  const left = due.until ? timeLeft(due.until, now) : null
  const urgent = Boolean(due.until && left && toDate(due.until).getTime() - now < 48 * 3_600_000)
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
        {due.reason && <p className={styles.reason}>{due.reason}</p>}
        <div className={styles.parts}>
          <StageParts parts={node.children} link={link} />
        </div>
      </div>
      <div className={styles.act}>
        {due.until && (
          <p className={styles.until}>
            <span className={styles.small}>{due.untilText ?? 'Сдать до'}</span>
            <time className={styles.date} dateTime={toDate(due.until).toISOString()}>
              {momentInWords(due.until)}
            </time>
            <span className={styles.small}>
              по Москве
              {left && (
                <>
                  {' · '}
                  <span className={urgent ? styles.urgent : undefined}>осталось {left}</span>
                </>
              )}
            </span>
          </p>
        )}
        {due.href &&
          link({
            href: due.href,
            className: buttonClass('field', 'm', true),
            children: (
              <span className={styles.go}>
                {due.actionText ?? 'Перейти к этапу'}
                <ArrowRight aria-hidden="true" />
              </span>
            ),
          })}
      </div>
    </ColourField>
  )
}

/** The deepest stage that is due. */
function lead(node: StageNode): StageNode {
  const part = node.children?.find(isCurrent)
  return part ? lead(part) : node
}
