import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './Mentors.module.css'
import { type ProfileFaults, ProfileFields, profileFaults, profileToSave, typedProfile } from './ProfileFields.tsx'
import { shownDays } from './shown-days.ts'

type Profile = Answer<'GET /mentors/profile'>

export const ownProfileQuery = queryOptions({
  queryKey: ['mentor-profile'],
  queryFn: () => api('GET /mentors/profile'),
})

/** The mentor's own places, topics and days away. */
export function OwnProfile() {
  const profile = useQuery(ownProfileQuery)
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title="Места и отъезды"
      actions={
        profile.data && (
          <Button kind="secondary" size="s" onClick={() => setEditing(true)}>
            Изменить
          </Button>
        )
      }
    >
      <QueryStates of={[profile]} loading="Загружаем профиль…" failed="Профиль не загрузился" height="3rem" level={3}>
        {(data) => (
          <>
            <Summary profile={data} />
            {editing && <ProfileDialog profile={data} onClose={() => setEditing(false)} />}
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

function Summary({ profile: { capacity, topics, absences, assistant_email } }: { profile: Profile }) {
  return (
    <ul className={styles.meetings}>
      <li>
        {capacity === null
          ? 'Мест сколько угодно'
          : `Вы готовы работать с ${counted(capacity, 'участником', 'участниками', 'участниками')} в одном конкурсе`}
      </li>
      {topics.length > 0 && <li>Темы: {topics.join(', ')}</li>}
      {absences.map((absence) => (
        <li key={absence.begins}>Вас нет {shownDays(absence)}</li>
      ))}
      {assistant_email && <li>За вас отвечает и помощник: {assistant_email}</li>}
    </ul>
  )
}

function ProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(() => typedProfile(profile))
  const [absences, setAbsences] = useState(() => profile.absences.map((each, key) => ({ ...each, key })))
  const [found, setFound] = useState<ProfileFaults>({})
  const saving = useMutation({
    mutationFn: () =>
      api('PUT /mentors/profile', {
        body: { ...profileToSave(typed), absences: absences.map(({ begins, ends }) => ({ begins, ends })) },
      }),
    onSuccess: (saved) => queries.setQueryData(ownProfileQuery.queryKey, saved),
  })
  const refused = isFailure(saving.error, 'form_invalid') ? (saving.error.fields ?? {}) : {}
  const [attempted, setAttempted] = useState(false)
  const dayFault = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? null : 'Введите дату целиком')
  function save() {
    setAttempted(true)
    const faults = profileFaults(typed)
    setFound(faults)
    const days = absences.some(({ begins, ends }) => dayFault(begins) ?? dayFault(ends))
    return Object.keys(faults).length === 0 && !days && saving.mutateAsync()
  }
  const faults: ProfileFaults = {
    ...Object.fromEntries(Object.entries(refused).map(([name, { message }]) => [name, message])),
    ...found,
  }
  const change = (key: number, more: { begins?: string; ends?: string }) =>
    setAbsences(absences.map((each) => (each.key === key ? { ...each, ...more } : each)))
  return (
    <Confirm
      title="Места и отъезды"
      act="Сохранить"
      size="l"
      send={save}
      onDone={() => showBanner('Профиль сохранён', 'success')}
      onClose={onClose}
    >
      <ProfileFields typed={typed} faults={faults} onChange={setTyped} />
      <fieldset className={styles.section}>
        <legend className={styles.legend}>Когда вас нет</legend>
        <p className={styles.quiet}>Участники видят эти дни, а срок вашего ответа считается от возвращения.</p>
        {absences.map(({ key, begins, ends }, at) => (
          <div key={key} className={styles.absence}>
            <DateField
              label="С какого дня"
              name={`absence-${key}-begins`}
              value={begins}
              error={(attempted ? dayFault(begins) : null) ?? refused[`absences.${at}.begins`]?.message ?? null}
              onChange={(day) => change(key, { begins: day })}
            />
            <DateField
              label="По какой день"
              name={`absence-${key}-ends`}
              value={ends}
              error={(attempted ? dayFault(ends) : null) ?? refused[`absences.${at}.ends`]?.message ?? null}
              onChange={(day) => change(key, { ends: day })}
            />
            <Button
              kind="quiet"
              size="s"
              aria-label={`Убрать отъезд ${at + 1}`}
              onClick={() => setAbsences(absences.filter((each) => each.key !== key))}
            >
              Убрать
            </Button>
          </div>
        ))}
        {absences.length < 20 && (
          <p>
            <Button
              kind="secondary"
              size="s"
              onClick={() =>
                setAbsences([
                  ...absences,
                  { begins: '', ends: '', key: Math.max(0, ...absences.map((a) => a.key)) + 1 },
                ])
              }
            >
              Добавить отъезд
            </Button>
          </p>
        )}
      </fieldset>
    </Confirm>
  )
}
