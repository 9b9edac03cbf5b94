import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInWords, timeLeft, toDate } from './deadline.ts'
import styles from './StageAct.module.css'
import type { StageLinkProps } from './StagePath.tsx'
import type { StageNode } from './stage-node.ts'

interface StageActProps {
  node: StageNode
  now: number
  link: (props: StageLinkProps) => ReactNode
}

/** What can be done at a stage on the colour field: its deadline, or its opening, and one button. */
export function StageAct({ node, now, link }: StageActProps) {
  const moment = node.until ?? node.opensAt
  const left = moment ? timeLeft(moment, now) : null
  const urgent = Boolean(node.until && left && toDate(node.until).getTime() - now < 48 * 3_600_000)
  return (
    <div className={styles.act} data-act>
      {moment && (
        <p className={styles.until}>
          <span className={styles.small}>{node.until ? (node.untilText ?? 'Сдать до') : 'Откроется'}</span>
          <time className={styles.date} dateTime={toDate(moment).toISOString()}>
            <Moments text={momentInWords(moment)} />
          </time>
          <span className={styles.small}>
            <Facts
              of={[
                'по Москве',
                left && (
                  <span key="left" className={urgent ? styles.urgent : undefined}>
                    {node.until ? 'осталось' : 'через'} {left}
                  </span>
                ),
              ]}
            />
          </span>
        </p>
      )}
      {node.href &&
        link({
          href: node.href,
          className: buttonClass('field', 'm', true),
          children: (
            <span className={styles.go}>
              {node.actionText ?? 'Перейти к этапу'}
              <ArrowRight aria-hidden="true" />
            </span>
          ),
        })}
    </div>
  )
}
