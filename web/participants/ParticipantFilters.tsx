import { useEffect, useState } from 'react'
import type { Answer } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Participants.module.css'
import type { Asked } from './queries.ts'

type Choices = Answer<'GET /admin/competitions/:competition/participants'>['choices']

interface ParticipantFiltersProps {
  asked: Asked
  choices: Choices
  onAsk: (change: Partial<Asked>) => void
}

/** Long enough not to ask at every key, short enough not to be noticed. */
const typingPause = 300

/** Stands for no filter: a choice has always something chosen. */
const all = { value: 'all', label: 'Все' }
const chosen = (value: string) => (value === all.value ? '' : value)
const groups = [
  all,
  { value: 'participants', label: 'Участники' },
  { value: 'supporters', label: 'Сторонники' },
  { value: 'finalists', label: 'Финалисты' },
  { value: 'disqualified', label: 'Отстранённые' },
]
const steps = [
  { value: 'not_begun', label: 'Не начали' },
  { value: 'begun', label: 'Начали и не сдали' },
  { value: 'handed_in', label: 'Сдали, решения нет' },
  { value: 'returned', label: 'Возвращено на доработку' },
  { value: 'passed', label: 'Прошли' },
  { value: 'failed', label: 'Не прошли' },
]

export function ParticipantFilters({ asked, choices, onAsk }: ParticipantFiltersProps) {
  const [typed, setTyped] = useState(asked.search)
  useEffect(() => {
    const search = typed.trim()
    if (search === asked.search) return
    const wait = setTimeout(() => onAsk({ search }), typingPause)
    return () => clearTimeout(wait)
  }, [typed, asked.search, onAsk])
  const optionsOf = (list: Choices['tracks']) => [all, ...list.map(({ id, value }) => ({ value: id, label: value }))]
  const narrowed = [asked.group, asked.track, asked.region, asked.stage].some((value) => value !== '')
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
      <div className={styles.choices}>
        <Select
          label="Кого показать"
          name="group"
          options={groups}
          value={asked.group || all.value}
          onChange={(value) => onAsk({ group: chosen(value) })}
        />
        {choices.tracks.length > 1 && (
          <Select
            label="Трек"
            name="track"
            options={optionsOf(choices.tracks)}
            value={asked.track || all.value}
            onChange={(value) => onAsk({ track: chosen(value) })}
          />
        )}
        <Select
          label="Регион"
          name="region"
          options={optionsOf(choices.regions)}
          value={asked.region || all.value}
          onChange={(value) => onAsk({ region: chosen(value) })}
        />
        <Select
          label="Этап"
          name="stage"
          options={optionsOf(choices.stages)}
          value={asked.stage || all.value}
          onChange={(value) =>
            onAsk(chosen(value) === '' ? { stage: '', step: '' } : { stage: value, step: asked.step || 'begun' })
          }
        />
        {asked.stage !== '' && (
          <Select
            label="Как продвинулись на этапе"
            name="step"
            options={steps}
            value={asked.step}
            onChange={(step) => onAsk({ step })}
          />
        )}
      </div>
      {narrowed && (
        <Button kind="quiet" size="s" onClick={() => onAsk({ group: '', track: '', region: '', stage: '', step: '' })}>
          Снять отбор
        </Button>
      )}
    </search>
  )
}
