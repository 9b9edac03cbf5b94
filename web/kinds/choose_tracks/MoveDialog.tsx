import { useQuery } from '@tanstack/react-query'
import { textOf } from '#shared/forms/fields/field.ts'
import { insideSentence } from '#shared/platform/text/inside-sentence.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { moveQuery, type Overview, type TrackPerson, useMove } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

interface MoveDialogProps {
  place: StagePanelProps
  person: TrackPerson
  tracks: Overview['tracks']
  onClose: () => void
}

/** Moves a person to another track, after everything that changes for them has been shown. */
export function MoveDialog({ place, person, tracks, onClose }: MoveDialogProps) {
  const moving = useMove(place, person.test_id)
  const form = formOf(
    {
      name: 'to',
      label: 'В какой трек',
      view: 'select',
      options: tracks
        .filter(({ code }) => code !== person.track)
        .map(({ code, title }) => ({ id: code, value: title })),
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите трек' },
    },
    reasonField('Её прочитает участник, и она останется в его истории', 500, {
      required: 'Напишите причину: её прочитает участник',
    }),
  )
  return (
    <FormDialog
      title={`Перевести: ${person.name}`}
      act="Перевести"
      form={form}
      send={({ to, reason }) =>
        moving.mutateAsync({ from: person.track, to: textOf(to), reason: textOf(reason).trim() })
      }
      onDone={() => showBanner('Участник переведён и получит уведомление', 'success')}
      onClose={onClose}
      below={(store) => <Effect place={place} person={person} store={store} />}
    />
  )
}

const kept = { nothing: '', draft: ', черновик сохранится', handed_in: ', сделанное сохранится' }

function Effect({ place, person, store }: { place: StagePanelProps; person: TrackPerson; store: FormStore }) {
  const to = useFormValue(store, () => textOf(store.data().to))
  const preview = useQuery({ ...moveQuery(place, person.test_id, to), enabled: to !== '' })
  if (to === '') return null
  return (
    <QueryStates
      of={[preview]}
      loading="Смотрим, что изменится…"
      failed="Не получилось посмотреть, что изменится"
      level={3}
    >
      {({ vanish, appear, fits, reasons, left }) => (
        <Notice tone={vanish.length > 0 || !fits ? 'warning' : 'info'} role="status" title="Что изменится">
          <ul className={styles.changes}>
            {vanish.map(({ title, kept: what }) => (
              <li key={title}>
                Потеряет этап {quoted(title)}
                {kept[what]}
              </li>
            ))}
            {appear.map(({ title, kept: what }) => (
              <li key={title}>
                Получит этап {quoted(title)}
                {what === 'nothing' ? '' : ' вместе с тем, что сделал там раньше'}
              </li>
            ))}
            {vanish.length + appear.length === 0 && <li>Этапы участника не изменятся</li>}
            {!fits && <li>По условиям трек не подходит: {reasons.map(insideSentence).join('; ')}</li>}
            {left === 0 && <li>Мест в треке нет: сначала добавьте место в настройках</li>}
          </ul>
        </Notice>
      )}
    </QueryStates>
  )
}
