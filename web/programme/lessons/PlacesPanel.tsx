import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { focusFaultIn } from '#web/forms/fields/focus-fault.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Lesson.module.css'
import { type Places, placesQuery, useRemovePlace, useSavePlace } from './queries.ts'

type Place = Places['places'][number]

/** The schools that take lessons, for the organiser. */
export function PlacesPanel({ of }: { of: StagePanelProps }) {
  const query = useQuery(placesQuery(of))
  const [edited, setEdited] = useState<Place | 'new' | null>(null)
  const removing = useRemovePlace(of)
  return (
    <Panel
      id="schools"
      title="Школы, которые ждут урок"
      says={query.data ? counted(query.data.places.length, 'школа', 'школы', 'школ') : ''}
      open={edited !== null}
      read
      actions={
        query.data && (
          <Button kind="quiet" size="s" icon={<Plus aria-hidden="true" />} onClick={() => setEdited('new')}>
            Добавить школу
          </Button>
        )
      }
    >
      <QueryStates of={[query]} loading="Загружаем школы…" failed="Школы не загрузились" lines={3} level={3}>
        {({ places, form }) => (
          <>
            {places.length === 0 && <p className={styles.quiet}>Школ пока нет: участники договариваются сами.</p>}
            <ul className={styles.list}>
              {places.map((place) => (
                <li key={place.place_id}>
                  <p>
                    <strong>{place.school}</strong>
                  </p>
                  <p className={styles.quiet}>
                    <Facts
                      of={[
                        place.region.value,
                        place.address,
                        counted(place.dates.length, 'день', 'дня', 'дней'),
                        counted(place.lessons, 'урок', 'урока', 'уроков'),
                      ]}
                    />
                  </p>
                  <div className={styles.row}>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Изменить: ${place.school}`}
                      onClick={() => setEdited(place)}
                    >
                      Изменить
                    </Button>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Убрать: ${place.school}`}
                      pending={removing.isPending && removing.variables === place.place_id}
                      onClick={() =>
                        removing.mutate(place.place_id, { onError: (error) => showBanner(failureText(error)) })
                      }
                    >
                      Убрать
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
            {edited && (
              <PlaceDialog
                of={of}
                form={form as FormSchema}
                place={edited === 'new' ? null : edited}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

interface PlaceDialogProps {
  of: StagePanelProps
  form: FormSchema
  /** Null for a new one. */
  place: Place | null
  onClose: () => void
}

const answerOf = ({ school, address, region, dates }: Place): AnswerData => ({
  ...{ school, address, region },
  dates: dates.map((day) => ({ day })),
})

function PlaceDialog({ of, form, place, onClose }: PlaceDialogProps) {
  const [store] = useState(() => createFormStore(form, place ? answerOf(place) : { dates: [{}] }))
  const saving = useSavePlace(of, place?.place_id ?? null)
  const box = useRef<HTMLFormElement>(null)
  const focusFault = () => focusFaultIn(box.current)
  const save = () => {
    if (saving.isPending) return
    if (Object.keys(store.check()).length > 0) return focusFault()
    saving.mutate(store.data(), {
      onSuccess: onClose,
      onError: (error) => {
        if (!isFailure(error)) return
        store.putFaults(error.fields)
        focusFault()
      },
    })
  }
  const refusal = isFailure(saving.error) && Object.keys(saving.error.fields).length > 0 ? null : saving.error
  return (
    <Dialog title={place ? 'Школа' : 'Новая школа'} isOpen size="l" role="alertdialog" onClose={onClose}>
      <form
        ref={box}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <FormSections store={store} level={3} />
        {refusal && <Notice tone="danger" role="alert" title={failureText(refusal)} />}
        <div className={styles.row}>
          <Button type="submit" pending={saving.isPending} pendingText="Сохраняем…">
            Сохранить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отменить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
