import { session } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { Comparison } from './Comparison.tsx'
import { DryRun } from './DryRun.tsx'
import { LiveBoard } from './LiveBoard.tsx'
import { QuestionBank } from './QuestionBank.tsx'
import { Signs } from './Signs.tsx'
import styles from './TestPanel.module.css'
import { TestResults } from './TestResults.tsx'

/**
 * A test for its organiser: the bank and the papers; for those who may see what people do, also the running test, its
 * results and what may be looked into.
 */
export default function TestPanel(place: StagePanelProps) {
  return (
    <div className={styles.panels}>
      <QuestionBank place={place} />
      <DryRun place={place} />
      {session.claims()?.admin_permissions.includes('assessment') && (
        <>
          <LiveBoard place={place} />
          <TestResults place={place} />
          <Comparison place={place} />
          <Signs place={place} />
        </>
      )}
    </div>
  )
}
