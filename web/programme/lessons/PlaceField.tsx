import { useQuery } from '@tanstack/react-query'
import { textOf } from '#shared/forms/fields/field.ts'
import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useField } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './Lesson.module.css'
import { lessonPlacesQuery } from './queries.ts'

const own = 'own'

/**
 * The school: one of the organiser's list for the person's region, with its free days, or one that the person names.
 */
export function PlaceField({ stageId, store }: { stageId: number; store: FormStore }) {
  const places = useQuery(lessonPlacesQuery(stageId))
  const { value, fault } = useField(store, 'place')
  const chosen = textOf(value)
  return (
    <QueryStates of={[places]} loading="Загружаем школы…" failed="Список школ не загрузился" lines={3} level={3}>
      {({ region, places: list }) => {
        const place = list.find(({ place_id }) => String(place_id) === chosen)
        if (list.length === 0 && chosen === '')
          return (
            <p className={styles.quiet}>
              {region ? `${region}: школ в списке организаторов пока нет.` : 'Ваш регион не указан.'} Договоритесь со
              школой сами и назовите её ниже.
            </p>
          )
        return (
          <>
            <RadioGroup
              label="Школа"
              name="place"
              look="rows"
              hint={region ? `Школы, которые ждут урок: ${region}` : undefined}
              value={chosen === '' ? own : chosen}
              error={fault}
              onChange={(next) => store.set('place', next === own ? '' : next)}
              onBlur={() => store.leave('place')}
              options={[
                ...list.map(({ place_id, school, address, dates }) => ({
                  value: String(place_id),
                  label: school,
                  hint: dates.length > 0 ? address : `${address}. Свободных дней не осталось`,
                  disabled: dates.length === 0 && String(place_id) !== chosen,
                })),
                { value: own, label: 'Предложу свою школу' },
              ]}
            />
            {place && <FreeDays store={store} dates={place.dates} />}
          </>
        )
      }}
    </QueryStates>
  )
}

/** The days on which the school is ready: one press fills in the date, the time stays as it was typed. */
function FreeDays({ store, dates }: { store: FormStore; dates: readonly string[] }) {
  const { value } = useField(store, 'starts_at')
  const [day = '', time = ''] = textOf(value).split(' ')
  return (
    <div className={styles.place}>
      <p>Свободные дни: нажмите, чтобы выбрать</p>
      <div className={styles.row}>
        {dates.map((date) => {
          const parsed = parseDate(date)
          return (
            <Button
              key={date}
              kind={date === day ? 'primary' : 'secondary'}
              size="s"
              aria-pressed={date === day}
              onClick={() => store.set('starts_at', `${date} ${time || '10:00'}`)}
            >
              {parsed ? showCalendarDate(parsed) : date}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
