import type { ReactNode } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { Receipt } from './Receipt.tsx'
import styles from './StageResult.module.css'

interface StageResultProps {
  competition: string
  track: string
  stage: StageDetails
  /** The title of the receipt: «Анкета сдана». */
  title: string
  /** Just handed in: the receipt takes the focus. */
  fresh?: boolean
  children?: ReactNode
}

/** The result of a work: the decision, the receipt, and below them what the kind shows. */
export function StageResult({ competition, track, stage, title, fresh = false, children }: StageResultProps) {
  return (
    <div className={styles.result}>
      {/* For a passed stage the receipt shows the decision. */}
      {!(stage.receipt && stage.decision?.outcome === 'passed') && <Decision decision={stage.decision} />}
      <Receipt competition={competition} track={track} stage={stage} title={title} fresh={fresh} />
      {stage.decision && stage.decision.comments.length > 0 && <Comments comments={stage.decision.comments} />}
      {children}
    </div>
  )
}

function Comments({ comments }: { comments: readonly string[] }) {
  return (
    <section aria-labelledby="judges-comments">
      <Heading level={2} size={3} id="judges-comments">
        Что написали эксперты
      </Heading>
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <li key={comment}>{comment}</li>
        ))}
      </ul>
    </section>
  )
}
