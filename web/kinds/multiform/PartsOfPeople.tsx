import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartMark } from '#shared/kinds/multiform/part-marks.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
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
  const [asked, setAsked] = useHistoryState('parts-of-people', { search: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (search) => setAsked((now) => (now.search === search ? now : { search, page: 1 })),
    asked.search,
  )
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [returning, setReturning] = useState(false)
  const people = useQuery(peopleQuery(place, asked))
  // What people do needs a right of its own.
  if (isFailure(people.error, 'no_access')) return null
  const choose = (number: number, name: string) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(number)) after.set(number, name)
      return after
    })
  return (
    <Panel
      id="people"
      title="Участники по частям"
      says={people.data ? counted(people.data.count, 'участник', 'участника', 'участников') : ''}
      read
      actions={
        <Button kind="quiet" size="s" disabled={chosen.size === 0} onClick={() => setReturning(true)}>
          {chosen.size === 0 ? 'Вернуть часть' : `Вернуть часть у выбранных: ${chosen.size}`}
        </Button>
      }
    >
      <div className={styles.people}>
        <TextField
          label="Найти по имени или номеру участника"
          name="search-people"
          required={false}
          value={typed}
          onChange={setTyped}
        />
        <QueryStates of={[people]} loading="Загружаем участников…" failed="Участники не загрузились" level={3}>
          {(data) => (
            <>
              {data.count === 0 ? (
                <p className={styles.quiet}>{asked.search ? 'Никого не нашлось' : 'Никто ещё не начал'}</p>
              ) : (
                <Matrix data={data} chosen={chosen} onChoose={choose} />
              )}
              <Pagination
                page={asked.page}
                pages={Math.max(1, Math.ceil(data.count / peoplePage))}
                onChange={(page) => setAsked((now) => ({ ...now, page }))}
              />
              {returning && (
                <ReturnDialog
                  place={place}
                  parts={data.parts}
                  people={[...chosen.keys()]}
                  onClose={(done) => {
                    setReturning(false)
                    if (done) setChosen(new Map())
                  }}
                />
              )}
            </>
          )}
        </QueryStates>
      </div>
    </Panel>
  )
}

interface MatrixProps {
  data: People
  chosen: ReadonlyMap<number, string>
  onChoose: (number: number, name: string) => void
}

function Matrix({ data, chosen, onChoose }: MatrixProps) {
  return (
    <ScrollBox label="Участники и части" className={styles.scroll}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Участник</th>
            {data.parts.map(({ code, title }) => (
              <th key={code} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.people.map(({ test_id, name, marks }) => (
            <tr key={test_id}>
              <th scope="row">
                <label className={styles.person}>
                  <input type="checkbox" checked={chosen.has(test_id)} onChange={() => onChoose(test_id, name)} />
                  <span>
                    <bdi>{name}</bdi>
                    <span className={styles.number}>{idNumber(test_id)}</span>
                  </span>
                </label>
              </th>
              {marks.map((mark, at) => (
                <td key={data.parts[at]?.code} data-mark={mark}>
                  {words[mark]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
