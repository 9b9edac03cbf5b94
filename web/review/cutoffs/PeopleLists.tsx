import { useQuery } from '@tanstack/react-query'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { cutoffPeoplePage } from '#shared/review/cutoffs/limits.ts'
import type { CutoffList } from '#shared/review/cutoffs/routes.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import rows from '#web/platform/ui/LinkedRows.module.css'
import { ListChoice } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useFew } from '#web/platform/ui/use-few.tsx'
import { useNarrow } from '#web/platform/use-media.ts'
import { ConsoleLink } from '#web/seasons/console/ConsoleLink.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Cutoffs.module.css'
import { type ListedPerson, peopleQuery, type Whose } from './queries.ts'

const titles: Record<CutoffList, string> = {
  passed: 'Проходят',
  quota: 'Проходят по квотам',
  second: 'Проходят по второму списку',
  waiting: 'Список ожидания',
  failed: 'Не проходят',
  none: 'Без итога',
  ties: 'Равные баллы на черте',
  changes: 'Решение изменится',
}

/** People of a variant or a protocol by name, one list at a time. */
export function PeopleLists({ whose, without = [] }: { whose: Whose; without?: readonly CutoffList[] }) {
  const asks = useList<{ list: CutoffList }>('people', { list: 'passed' })
  const { list, page } = asks.asked
  const query = useQuery(peopleQuery(whose, list, page))
  return (
    <Panel title="Поимённо">
      <div className={styles.fields}>
        <ListChoice
          list={asks}
          part="list"
          label="Кого показать"
          name="list"
          options={(Object.keys(titles) as CutoffList[])
            .filter((one) => !without.includes(one))
            .map((value) => ({ value, label: titles[value] }))}
        />
        <QueryStates of={[query]} loading="Загружаем список" failed="Список не загрузился" lines={6} level={3}>
          {({ count }) => (
            <>
              <p className={styles.quiet} role="status">
                {titles[list]}: {query.isPlaceholderData ? '…' : count}
              </p>
              <PagedList of={query} list={asks} size={cutoffPeoplePage} label="Страницы списка">
                {({ people }) => (
                  <Rows key={`${list} ${page}`} competition={whose.competition} list={list} people={people} />
                )}
              </PagedList>
            </>
          )}
        </QueryStates>
      </div>
    </Panel>
  )
}

/** How many people a phone shows before «Показать ещё»: two screens. */
const fewOnPhone = 10

interface RowsProps {
  competition: string
  list: CutoffList
  people: readonly ListedPerson[]
}

function Rows({ competition, list, people }: RowsProps) {
  const { shown, list: ref, more } = useFew<ListedPerson, HTMLOListElement>(people, fewOnPhone, titles[list])
  return (
    <div className={styles.fields}>
      <ol ref={ref} className={rows.rows}>
        {shown.map((person) => (
          <li key={person.test_id} className={rows.row}>
            <ConsoleLink
              competition={competition}
              to={`/admin/${competition}/people/${person.test_id}`}
              data-stretch
              className={rows.name}
            >
              <bdi>{person.name}</bdi>
            </ConsoleLink>
            <span className={rows.facts}>
              <Facts of={factsOf(person)} />
            </span>
            <Sign {...person} list={list} />
          </li>
        ))}
      </ol>
      {more}
    </div>
  )
}

function factsOf({ place, waiting, score, second, region, track }: ListedPerson) {
  return [
    waiting === null ? place !== null && `место ${place}` : `номер ${waiting} в ожидании`,
    score !== null && `итог ${inPoints(score)}`,
    second !== null && `второй итог ${inPoints(second)}`,
    region,
    track,
  ]
}

/** The badge of a person. On a phone it is left out when the title of the list states the same. */
function Sign({ outcome, why, list }: ListedPerson & { list: CutoffList }) {
  const narrow = useNarrow()
  if (why === 'quota') return <StatusBadge look="done">По квоте</StatusBadge>
  if (why === 'second') return <StatusBadge look="done">Второй список</StatusBadge>
  if (narrow && list === outcome) return null
  if (outcome === 'passed') return <StatusBadge look="done">Проходит</StatusBadge>
  if (outcome === 'waiting') return <StatusBadge look="waiting">Ждёт</StatusBadge>
  return null
}
