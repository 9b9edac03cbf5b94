import { useQuery } from '@tanstack/react-query'
import { outOf } from '#shared/platform/text/unbroken.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { useListHere } from '#web/platform/navigation/use-list.ts'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { MultiSelect } from '#web/platform/ui/Select.tsx'
import { menteesQuery } from './mentor-meetings.ts'
import { whereChosen } from './queries.ts'

export type Mentees = Answer<'GET /mentors/meetings/people'>['people']

interface InvitedPeopleProps {
  /** The first by name, and how many there are in all. */
  people: Mentees
  count: number
  chosen: Mentees
  error: string | null
  onChange: (chosen: Mentees) => void
}

const keyOf = ({ stage_id, user_id }: Mentees[number]) => `${stage_id} ${user_id}`

/** The people whom the mentor invites. People beyond the first are found by name; the chosen ones stay in the list. */
export function InvitedPeople({ people, count, chosen, error, onChange }: InvitedPeopleProps) {
  const list = useListHere({ search: '' })
  const { search } = list.asked
  const searched = useQuery({ ...menteesQuery(search), enabled: search !== '' })
  const found = search === '' ? { people, count } : searched.data
  const listed = found?.people ?? []
  const keys = new Set(listed.map(keyOf))
  const options = [...chosen.filter((person) => !keys.has(keyOf(person))), ...listed]
  const several = new Set(people.map(({ stage_id }) => stage_id)).size > 1
  return (
    <>
      {count > people.length && (
        <ListSearch list={list} label="Найти по имени или номеру участника" name="meeting-search" maxLength={100} />
      )}
      <MultiSelect
        label="Кого пригласить"
        name="meeting-people"
        value={chosen.map(keyOf)}
        hint={searched.isError ? 'Поиск не удался: измените запрос или повторите позже' : hintOf(found, search)}
        error={error}
        options={options.map((person) => ({
          value: keyOf(person),
          label: person.fio,
          ...(several ? { description: whereChosen(person) } : {}),
        }))}
        onChange={(next) => onChange(options.filter((person) => next.includes(keyOf(person))))}
      />
    </>
  )
}

function hintOf(found: { people: Mentees; count: number } | undefined, search: string): string | undefined {
  if (!found) return 'Ищем…'
  if (search !== '' && found.count === 0) return 'Никого не нашлось: проверьте имя или номер'
  if (found.count > found.people.length)
    return `Показаны первые ${outOf(found.people.length, found.count)} по фамилии. Остальных найдите по имени`
  return search === '' ? undefined : `Нашлось: ${found.count}`
}
