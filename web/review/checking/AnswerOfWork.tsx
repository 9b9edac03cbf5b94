import type { ReactNode } from 'react'
import { type DeskWork, downloadOf, playVideoOf } from './queries.ts'
import styles from './Scans.module.css'
import { Scans, scansIn } from './Scans.tsx'
import { WorkAnswer, type WorkLine } from './WorkAnswer.tsx'

interface AnswerOfWorkProps {
  work: DeskWork
  below?: (line: WorkLine) => ReactNode
}

/** The answer of a work. The documents of an application are shown beside its fields, so that they can be compared. */
export function AnswerOfWork({ work, below }: AnswerOfWorkProps) {
  const answer = (
    <WorkAnswer
      lines={work.lines}
      onFile={downloadOf(work.work_id)}
      onVideo={playVideoOf(work.work_id)}
      {...(below && { below })}
    />
  )
  const scans = work.stage_type === 'registration' ? scansIn(work.lines) : []
  if (scans.length === 0) return answer
  return (
    <div className={styles.beside}>
      <Scans workId={work.work_id} scans={scans} />
      {answer}
    </div>
  )
}
