import type { CSSProperties, ReactNode } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { layOut } from './lay-out.ts'
import { StageHero } from './StageHero.tsx'
import styles from './StagePath.module.css'
import { StageStop } from './StageStop.tsx'
import { countedOf, type StageNode, standing } from './stage-node.ts'

export type StageLinkProps = { href: string; className: string; children: ReactNode }

type StagePathProps = {
  nodes: readonly StageNode[]
  /** The server's time in milliseconds, because the browser's clock may be wrong. */
  now?: number
  /** The competition's drawing for the due stage. */
  backdrop?: ReactNode
  /** Renders links; the router passes its own. */
  link?: (props: StageLinkProps) => ReactNode
  label?: string
}

/**
 * The main picture of the portal: the stages as a path. Finished stages are filled in, the due one is in the colour
 * field with its deadline and its button, later ones are quiet and say why they are closed. One ordered list: a column
 * on a phone, rows with turns on wide windows.
 */
export function StagePath({
  nodes,
  now = Date.now(),
  backdrop,
  link = plainLink,
  label = 'Путь участника',
}: StagePathProps) {
  const places = layOut(nodes)
  const stages = nodes.flatMap(countedOf)
  const done = stages.filter(({ status }) => status === 'success').length
  // A stage before the one that is due is not next.
  const next = places.find(
    ({ node }, at) => at > places.findLastIndex(({ hero }) => hero) && standing(node) === 'ahead',
  )
  return (
    <section className={styles.path} aria-label={label}>
      <div className={styles.summary}>
        <ProgressBar label="Пройдено этапов" value={done} max={stages.length} text={outOf(done, stages.length)} />
      </div>
      <ol className={styles.stages}>
        {places.map((place, i) => (
          <li
            key={place.node.id}
            id={`stage-${place.node.id}`}
            className={place.hero ? styles.heroPlace : styles.stop}
            style={{ '--span': place.span, '--in-row': place.inRow, '--i': i } as CSSProperties}
            data-standing={standing(place.node)}
            data-walked={place.node.status === 'success' || undefined}
            data-arrived={places[i - 1]?.node.status === 'success' || undefined}
            data-next={place === next || undefined}
            data-starts={place.startsRow ? place.before : undefined}
            data-ends={place.endsRow ? place.after : undefined}
            data-last={i === places.length - 1 || undefined}
            aria-current={place.hero ? 'step' : undefined}
          >
            {place.hero ? (
              <StageHero node={place.node} now={now} link={link} backdrop={backdrop} />
            ) : (
              <StageStop node={place.node} number={i + 1} link={link} next={place === next} />
            )}
            <span className={styles.line} data-line="on" />
            {place.endsRow && i < places.length - 1 && <span className={styles.turn} />}
            {place.endsRow && !place.hero && place.after === 'stops' && <span className={styles.back} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const plainLink = ({ children, ...rest }: StageLinkProps) => <a {...rest}>{children}</a>
