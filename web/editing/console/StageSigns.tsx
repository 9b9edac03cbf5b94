import EyeOff from 'lucide-react/icons/eye-off'
import PencilLine from 'lucide-react/icons/pencil-line'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { ListedStage } from '#web/seasons/console/queries.ts'
import styles from './StageSigns.module.css'

/** Special properties of a stage as icons, with words for screen readers and tooltips. */
export function StageSigns({ stage: { published, edited, checklist } }: { stage: ListedStage }) {
  const red = checklist.some(({ level }) => level === 'red')
  const signs = [
    ...(red ? [{ words: 'Мешает открыть этап', Icon: TriangleAlert, look: styles.red }] : []),
    ...(edited ? [{ words: 'Есть неопубликованные правки', Icon: PencilLine, look: styles.edited }] : []),
    ...(published ? [] : [{ words: 'Участники не видят этап', Icon: EyeOff, look: styles.hidden }]),
  ]
  return signs.map(({ words, Icon, look }) => (
    <span key={words} className={look} title={words}>
      <Icon aria-hidden="true" size={16} />
      <VisuallyHidden>{`. ${words}`}</VisuallyHidden>
    </span>
  ))
}
