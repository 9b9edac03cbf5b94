import { limits } from '#web/platform/limits.ts'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { type AudienceChoices, AudienceFields } from './AudienceFields.tsx'
import styles from './Participants.module.css'
import type { Asked } from './queries.ts'
import { useAskedText } from './use-asked-text.ts'

interface ParticipantFiltersProps {
  asked: Asked
  choices: AudienceChoices
  onAsk: (change: Partial<Asked>) => void
}

export function ParticipantFilters({ asked, choices, onAsk }: ParticipantFiltersProps) {
  const [typed, setTyped] = useAskedText(asked.search, (search) => onAsk({ search }), limits.typingMs)
  return (
    <search className={styles.filters} aria-label="Отбор участников">
      <TextField
        label="Найти человека"
        name="search"
        type="search"
        hint="Фамилия и имя, можно с опечаткой, часть телефона или почты, номер участника"
        value={typed}
        onChange={setTyped}
      />
      <AudienceFields asked={asked} choices={choices} onAsk={onAsk} />
    </search>
  )
}
