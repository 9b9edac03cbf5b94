import type { MultiformSettings } from '#shared/kinds/multiform/contract.ts'
import { progressOfParts, ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import type { Stage } from '#web/stages/stage.ts'
import styles from './Multiform.module.css'
import { PartRow } from './PartRow.tsx'
import { isDone, isOpen } from './part-words.ts'
import { SendAll } from './SendAll.tsx'

export type ShownSettings = Pick<MultiformSettings, 'order' | 'parts'>

interface PartListProps {
  competition: string
  track: string
  whole: Stage
  settings: ShownSettings
}

export function PartList({ competition, track, whole, settings }: PartListProps) {
  const parts = whole.childs.map((part) => ({ part, done: isDone(part), ...ruleOf(settings, part.code) }))
  const { done, all, share, whole: sum } = progressOfParts(parts)
  // An optional part that nobody has begun is not missing.
  const toSend = whole.childs.filter(
    (part, at) => isOpen(part) && (parts[at]?.required || part.status === 'in_progress'),
  )
  if (parts.length === 0)
    return <EmptyState title="Частей пока нет">Организаторы скоро добавят их. Загляните позже.</EmptyState>
  return (
    <div className={styles.page}>
      <div className={styles.progress}>
        <ProgressBar label="Сдано частей" value={share} max={sum} text={outOf(done, all)} />
        <p className={styles.quiet}>
          {settings.order === 'strict'
            ? 'Части идут по порядку: следующая открывается, когда сдана предыдущая.'
            : 'Части можно заполнять в любом порядке. Всё, что вы пишете, сохраняется само.'}
        </p>
      </div>
      <ol className={styles.parts} aria-label="Части">
        {parts.map(({ part, required }, place) => (
          <PartRow
            key={part.stage_id}
            competition={competition}
            track={track}
            whole={whole}
            part={part}
            number={place + 1}
            required={required}
          />
        ))}
      </ol>
      <SendAll competition={competition} track={track} whole={whole} open={toSend} />
    </div>
  )
}
