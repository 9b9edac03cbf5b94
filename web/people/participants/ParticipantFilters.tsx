import type { List } from '#web/platform/navigation/use-list.ts'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { type AudienceChoices, AudienceFields } from './AudienceFields.tsx'
import styles from './Participants.module.css'
import type { Asked } from './queries.ts'

interface ParticipantFiltersProps {
  list: List<{ search: string }>
  asked: Asked
  choices: AudienceChoices
  onAsk: (change: Partial<Asked>) => void
}

export function ParticipantFilters({ list, asked, choices, onAsk }: ParticipantFiltersProps) {
  return (
    <search className={styles.filters} aria-label="Отбор участников">
      <ListSearch
        list={list}
        label="Найти человека"
        name="search"
        hint="Фамилия и имя, можно с опечаткой, часть телефона или почты, номер участника"
      />
      <AudienceFields asked={asked} choices={choices} onAsk={onAsk} />
    </search>
  )
}
