import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnswerData, chosenIds, textOf } from '#shared/forms/fields/field.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { type Extensions, extendRegions, extensionsQuery } from './extension-queries.ts'
import { newEnd, newEndField, tooEarly } from './new-end.ts'
import styles from './Participants.module.css'

interface ExtendRegionsProps {
  competition: string
  code: string
  extensions: Extensions
  onClose: () => void
}

/** Asks which regions get more time, until when and why, and shows how many people are affected. */
export function ExtendRegions({ competition, code, extensions, onClose }: ExtendRegionsProps) {
  const queries = useQueryClient()
  const before = extensions.closes_at === null ? null : parseWire(extensions.closes_at)
  const extending = useMutation({
    mutationFn: (answer: AnswerData) =>
      extendRegions(competition, code, {
        regions: chosenIds(answer.regions),
        closes_at: textOf(answer.closes_at),
        reason: textOf(answer.reason).trim(),
      }),
    onSuccess: (changed) => {
      queries.setQueryData(extensionsQuery(competition, code).queryKey, changed)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner('Срок продлён, участники получат уведомления', 'success')
    },
  })
  const form = formOf(
    {
      name: 'regions',
      label: 'Регионы',
      view: 'multiselect',
      options: extensions.regions.map(({ id, value, people }) => ({
        id,
        value: people > 0 ? `${value} (ещё не сдали: ${people})` : value,
      })),
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите регионы' },
    },
    newEndField,
    reasonField('Её прочитают участники', maxReason),
  )
  return (
    <FormDialog
      title="Продлить регионам"
      act="Продлить"
      size="s"
      form={form}
      answer={{ closes_at: newEnd(before, serverNow(), 1) }}
      faults={tooEarly(before)}
      send={extending.mutateAsync}
      onClose={onClose}
      below={(store) => <People store={store} regions={extensions.regions} />}
    >
      {before && (
        <p>
          Сейчас этап заканчивается <Moments text={showDateTime(before)} />. Сократить срок так нельзя.
        </p>
      )}
    </FormDialog>
  )
}

function People({ store, regions }: { store: FormStore; regions: Extensions['regions'] }) {
  const chosen = useFormValue(store, () => chosenIds(store.data().regions))
  const people = regions.filter(({ id }) => chosen.includes(id)).reduce((sum, each) => sum + each.people, 0)
  return (
    <p className={styles.quiet} role="status">
      {chosen.length > 0 && `Срок изменится для ${counted(people, 'человека', 'человек', 'человек')}`}
    </p>
  )
}
