import type { ReactNode } from 'react'
import type { StageDetails } from './queries.ts'
import { Receipt } from './Receipt.tsx'
import { Decision } from './StageOutcome.tsx'
import styles from './StageResult.module.css'

interface StageResultProps {
  competition: string
  track: string
  stage: StageDetails
  /** Of the receipt: «Анкета сдана». */
  title: string
  /** Handed in a moment ago: the receipt takes the focus. */
  fresh?: boolean
  children?: ReactNode
}

/** What became of a work: what was decided, the receipt, and below them whatever the kind has to show. */
export function StageResult({ competition, track, stage, title, fresh = false, children }: StageResultProps) {
  return (
    <div className={styles.result}>
      <Decision decision={stage.decision} />
      <Receipt competition={competition} track={track} stage={stage} title={title} fresh={fresh} />
      {children}
    </div>
  )
}
