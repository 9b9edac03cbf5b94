import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './ManualPanel.module.css'
import { isManualSeen, rememberManual } from './manual-seen.ts'

interface ManualPanelProps {
  stageId: number
  text: string
}

/** Short instructions above the stage: open at the first visit, closed later. */
export function ManualPanel({ stageId, text }: ManualPanelProps) {
  const testId = session.claims()?.test_id ?? 0
  const [open, setOpen] = useState(() => !isManualSeen(testId, stageId))
  useEffect(() => rememberManual(testId, stageId), [testId, stageId])
  return (
    <details className={styles.panel} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.title}>
        Инструкция
        <ChevronDown aria-hidden="true" />
      </summary>
      <Prose className={styles.text}>{text}</Prose>
    </details>
  )
}
