import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './ManualPanel.module.css'
import { manualSeenKey } from './manual-seen.ts'

interface ManualPanelProps {
  stageId: number
  text: string
}

/** Short instructions above the stage: open at the first visit, closed later. */
export function ManualPanel({ stageId, text }: ManualPanelProps) {
  const key = manualSeenKey(session.claims()?.test_id ?? 0, stageId)
  const [open, setOpen] = useState(() => localStorage.getItem(key) === null)
  useEffect(() => localStorage.setItem(key, '1'), [key])
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
