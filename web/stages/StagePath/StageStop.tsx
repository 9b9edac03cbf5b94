import type { ReactNode } from 'react'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { momentInWords } from './deadline.ts'
import { StageMark } from './StageMark.tsx'
import type { StageLinkProps } from './StagePath.tsx'
import styles from './StageStop.module.css'
import { type StageNode, type Standing, standing } from './stage-node.ts'

type StageStopProps = { node: StageNode; number: number; next: boolean; link: (props: StageLinkProps) => ReactNode }

/** There is nothing to do: only the title links to the page. */
const quiet: readonly Standing[] = ['done', 'ahead']

/** A stage that is not due now: a mark on the path and a few words. */
export function StageStop({ node, number, next, link }: StageStopProps) {
  const opens = node.opensAt && `Откроется ${momentInWords(node.opensAt)}`
  const ends = standing(node) === 'due' && node.until && `${node.untilText ?? 'Сдать до'} ${momentInWords(node.until)}`
  return (
    <>
      <StageMark standing={standing(node)} number={number} />
      <div className={styles.about}>
        {next && <p className={styles.nextWord}>Дальше</p>}
        <p className={styles.title}>
          {node.href ? link({ href: node.href, className: styles.titleLink ?? '', children: node.title }) : node.title}
        </p>
        <p className={styles.state}>
          <Facts of={[node.kindLabel !== node.title && node.kindLabel, node.statusText]} />
        </p>
        {(node.reason || opens) && (
          <p className={styles.reason}>
            <Moments text={node.reason || opens || ''} />
          </p>
        )}
        {ends && (
          <p className={styles.reason}>
            <Moments text={ends} />
          </p>
        )}
        {node.href &&
          node.actionText &&
          !quiet.includes(standing(node)) &&
          link({
            href: node.href,
            className: styles.action ?? '',
            children: (
              <>
                {node.actionText}
                <VisuallyHidden> — {node.title}</VisuallyHidden>
              </>
            ),
          })}
        <StageParts parts={node.children} link={link} />
      </div>
    </>
  )
}

type StagePartsProps = { parts: readonly StageNode[] | undefined; link: StageStopProps['link'] }

/** The stages inside a group. */
export function StageParts({ parts, link }: StagePartsProps) {
  const shown = parts?.filter((part) => part.status !== 'hidden') ?? []
  if (shown.length === 0) return null
  return (
    <ol className={styles.parts}>
      {shown.map((part) => (
        <li key={part.id} id={`stage-${part.id}`} className={styles.part} data-standing={standing(part)}>
          <StageMark standing={standing(part)} small />
          <span>
            {part.href
              ? link({ href: part.href, className: styles.titleLink ?? '', children: part.title })
              : part.title}
            <span className={styles.state}>
              {' '}
              — {part.current ? 'сейчас' : <Moments text={part.reason || part.statusText} />}
            </span>
            <StageParts parts={part.children} link={link} />
          </span>
        </li>
      ))}
    </ol>
  )
}
