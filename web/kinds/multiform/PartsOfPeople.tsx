import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartMark } from '#shared/kinds/multiform/part-marks.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, useTicked, Who } from '#web/platform/ui/DataTable.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MultiformPanel.module.css'
import { type People, peoplePage, peopleQuery } from './panel-queries.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

const words: Record<PartMark, string> = {
  none: 'не начата',
  begun: 'начата',
  handed_in: 'сдана',
  accepted: 'принята',
  returned: 'возвращена',
  refused: 'отказ',
  spared: 'не нужна',
  other: 'другой трек',
}

/** The progress of people: people in rows, parts in columns. One part of several people can be returned at once. */
export function PartsOfPeople(place: StagePanelProps) {
  const list = useList('people', { search: '' })
  const { chosen, setChosen, onChoose } = useTicked()
  const [returning, setReturning] = useState(false)
  const people = useQuery(peopleQuery(place, list.asked))
  // What people do needs a right of its own.
  if (isFailure(people.error, 'no_access')) return null
  return (
    <Panel
      id="people"
      title="Участники по частям"
      says={countOf(people, 'участник', 'участника', 'участников')}
      read
      actions={
        <Button kind="quiet" size="s" disabled={chosen.size === 0} onClick={() => setReturning(true)}>
          {chosen.size === 0 ? 'Вернуть часть' : `Вернуть часть у выбранных: ${chosen.size}`}
        </Button>
      }
    >
      <div className={styles.people}>
        <ListSearch list={list} label="Найти по имени или номеру участника" name="search-people" />
        <PagedList
          of={people}
          list={list}
          size={peoplePage}
          loading="Загружаем участников…"
          failed="Участники не загрузились"
          level={3}
          empty="Никто ещё не начал"
          nothing="Никого не нашлось"
        >
          {(data) => <Matrix data={data} chosen={chosen} onChoose={onChoose} />}
        </PagedList>
        {returning && people.data && (
          <ReturnDialog
            place={place}
            parts={people.data.parts}
            people={[...chosen]}
            onClose={(done) => {
              setReturning(false)
              if (done) setChosen([])
            }}
          />
        )}
      </div>
    </Panel>
  )
}

interface MatrixProps {
  data: People
  chosen: ReadonlySet<number>
  onChoose: (numbers: number[], add: boolean) => void
}

function Matrix({ data, chosen, onChoose }: MatrixProps) {
  return (
    <DataTable
      label="Участники и части"
      narrow="scroll"
      rows={data.people}
      keyOf={({ test_id }) => test_id}
      selection={{ chosen, onChoose, keyOf: ({ test_id }) => test_id }}
      columns={[
        { title: 'Участник', cell: ({ test_id, name }) => <Who name={name} id={test_id} /> },
        ...data.parts.map(({ title }, at) => ({
          title,
          cell: ({ marks }: People['people'][number]) => {
            const mark = marks[at] ?? 'none'
            return (
              <span className={styles.mark} data-mark={mark}>
                {words[mark]}
              </span>
            )
          },
        })),
      ]}
    />
  )
}
