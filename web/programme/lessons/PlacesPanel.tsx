import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
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
  const saving = useSavePlace(of, place?.place_id ?? null)
  return (
    <FormDialog
      title={place ? 'Школа' : 'Новая школа'}
      act="Сохранить"
      size="l"
      form={form}
      answer={place ? answerOf(place) : { dates: [{}] }}
      sections
      send={saving.mutateAsync}
      onClose={onClose}
    />
  )
}
