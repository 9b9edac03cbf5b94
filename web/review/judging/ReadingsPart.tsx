import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef, useState } from 'react'
import { readingsPage } from '#shared/review/judging/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ListChoice } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { ConflictList } from './ConflictList.tsx'
import styles from './JudgingPanel.module.css'
import { MoveDialog } from './MoveDialog.tsx'
import { type AssignedReading, assignedQuery, type Judging, type WhichReadings } from './panel-queries.ts'
import { ReadingRows } from './ReadingRows.tsx'
import { stateWords } from './reading-states.ts'

interface ReadingsPartProps {
  place: StagePanelProps
  judging: Judging
}

/** Who reads what, with what judges wrote for organisers, and the conflicts. Loaded once somebody opens it. */
export function ReadingsPart({ place, judging }: ReadingsPartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.settings} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        Кто что читает
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOpen && (
        <div className={styles.part}>
          <Readings place={place} judging={judging} />
          <ConflictList place={place} />
        </div>
      )}
    </details>
  )
}

const stateOptions = Object.entries(stateWords).map(([value, label]) => ({ value, label }))

function Readings({ place, judging: { judges, state } }: ReadingsPartProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = useList<Omit<WhichReadings, 'page'>>('readings', { judge: null, state: '' })
  const { judge } = list.asked
  const [moving, setMoving] = useState<AssignedReading | null>(null)
  const [apart, setApart] = useState<AssignedReading | null>(null)
  const found = useQuery(assignedQuery(place, list.asked))
  return (
    <>
      <Heading level={3} size={4} ref={title} tabIndex={-1}>
        Работы и эксперты
      </Heading>
      <div className={styles.filters}>
        <Select
          label="Эксперт"
          name="readings-judge"
          required
          value={judge === null ? 'all' : String(judge)}
          options={[
            { value: 'all', label: 'Все' },
            ...judges.map(({ test_id, name }) => ({ value: String(test_id), label: name })),
          ]}
          onChange={(value) => list.ask({ judge: value === 'all' ? null : Number(value) })}
        />
        <ListChoice list={list} part="state" label="Состояние" name="readings-state" all="Все" options={stateOptions} />
      </div>
      <PagedList
        of={found}
        list={list}
        size={readingsPage}
        loading="Загружаем работы экспертов…"
        failed="Работы не загрузились"
        lines={6}
        level={3}
        label="Страницы работ и экспертов"
        empty="Работы ещё никому не поручены."
        nothing="Таких работ нет. Выберите другого эксперта или другое состояние."
      >
        {({ readings }) => (
          <ReadingRows readings={readings} onMove={state === 'closed' ? null : setMoving} onConflict={setApart} />
        )}
      </PagedList>
      {apart?.author_id != null && (
        <ConflictDialog
          place={place}
          judge={{ test_id: apart.judge_id, name: apart.judge }}
          author={apart.author_id}
          onClose={() => {
            setApart(null)
            title.current?.focus()
          }}
        />
      )}
      {moving && (
        <MoveDialog
          place={place}
          reading={moving}
          judges={judges}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setMoving(null)
            title.current?.focus()
          }}
        />
      )}
    </>
  )
}
