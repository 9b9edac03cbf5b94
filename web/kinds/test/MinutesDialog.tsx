import { useQuery } from '@tanstack/react-query'
import { type FormField, textOf } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'

const wrong = 'Целое число от 1 до 240'
const short = 'Напишите причину: она останется в журнале'

export const minutesField: FormField = {
  name: 'minutes',
  label: 'Сколько минут',
  view: 'number',
  validation_rules: { required: true, int: true, min_value: 1, max_value: 240 },
  custom_errors: { required: wrong, int: wrong, min_value: wrong, max_value: wrong },
}
/** Kept in the audit, so it is at least a word. */
export const whyField: FormField = {
  name: 'reason',
  label: 'Причина',
  view: 'text',
  validation_rules: { required: true, min_length: 3 },
  custom_errors: { required: short, min_length: short },
}

const to: FormField = {
  name: 'to',
  label: 'Кому',
  view: 'radio',
  options: [
    { id: 'all', value: 'Всем, кто сейчас проходит тест' },
    { id: 'region', value: 'Участникам из одного региона' },
    { id: 'people', value: 'Отдельным участникам' },
  ],
  validation_rules: { required: true },
}

/** Extra minutes for those who are at work now. */
export function MinutesDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const season = useQuery(seasonQuery(place.competition))
  const give = useTest(place).minutes
  if (!season.data) return null
  const form = formOf(
    to,
    {
      name: 'region',
      label: 'Регион',
      view: 'select',
      options: season.data.choices.regions,
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите регион' },
      visible_when: { field: 'to', equals: 'region' },
    },
    {
      name: 'people',
      label: 'Номера участников через пробел или запятую',
      view: 'text',
      validation_rules: { required: true, regexp: '[0-9]' },
      custom_errors: { required: 'Напишите номера участников', regexp: 'Напишите номера участников' },
      visible_when: { field: 'to', equals: 'people' },
    },
    minutesField,
    whyField,
  )
  return (
    <FormDialog
      title="Добавить минуты"
      act="Добавить"
      form={form}
      answer={{ to: 'all' }}
      send={({ to, region, people, minutes, reason }) =>
        give.mutateAsync({
          minutes: Number(textOf(minutes)),
          reason: textOf(reason),
          audience:
            to === 'region'
              ? { region: textOf(region) }
              : to === 'people'
                ? { people: (textOf(people).match(/\d+/g) ?? []).map(Number) }
                : { all: true },
        })
      }
      onDone={({ reached }) =>
        showBanner(`Минуты получили ${counted(reached, 'участник', 'участника', 'участников')}`, 'success')
      }
      onClose={onClose}
      below={() => (
        <p className={styles.quiet}>Срок сдвинется у тех, кто ещё не закончил. Дольше этапа попытка не продлится.</p>
      )}
    />
  )
}

export const isMinutes = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 240
