import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { DriftTable } from './DriftTable.tsx'
import styles from './JudgingPanel.module.css'
import { type Calibration, calibrationQuery, dropReference, type Judging, useShowCalibration } from './panel-queries.ts'
import { pointsInWords } from './points-in-words.ts'
import { ReferenceOf } from './ReferenceOf.tsx'

type Reference = Calibration['references'][number]

interface CalibrationPartProps {
  place: StagePanelProps
  judging: Judging
}

/** The works by which judges are trained and measured, and how far each judge is from them and from the others. */
export function CalibrationPart({ place, judging: { state } }: CalibrationPartProps) {
  const calibration = useQuery(calibrationQuery(place))
  const [changed, setChanged] = useState<Reference | null>(null)
  const show = useShowCalibration(place)
  const dropping = useMutation({
    mutationFn: (work: number) => dropReference(place, work),
    onSuccess: show,
    onError: (error) => showBanner(failureText(error)),
  })
  return (
    <div>
      <Fold
        heading={
          <Heading level={3} size={4}>
            Калибровка
          </Heading>
        }
        title="Калибровка"
        says={calibration.data ? inBrief(calibration.data) : ''}
        read
        name="judging-calibration"
      >
        <div className={styles.inside}>
          <QueryStates
            of={[calibration]}
            loading="Загружаем эталонные работы…"
            failed="Эталонные работы не загрузились"
            lines={3}
            level={3}
          >
            {({ references, judges }) => (
              <>
                <p className={styles.quiet}>
                  {references.length === 0 ? 'Эталонных работ нет. ' : ''}
                  Эталонной работу делают в таблице результатов. Учебные эксперты оценивают первыми и сразу видят
                  согласованные оценки; контрольные стоят среди остальных, и отличить их нельзя. Итог такой работы —
                  согласованная оценка.
                </p>
                {references.length > 0 && (
                  <ul className={styles.references} aria-label="Эталонные работы">
                    {references.map((reference) => (
                      <li key={reference.work_id}>
                        <span className={styles.reference}>
                          <bdi>{reference.name}</bdi>
                          <span className={styles.quiet}>{pointsInWords(reference.total)}</span>
                          <StatusBadge look="neutral">{reference.training ? 'Учебная' : 'Контрольная'}</StatusBadge>
                          {reference.stopped && <StatusBadge look="trouble">Остановлена</StatusBadge>}
                        </span>
                        {state !== 'closed' && (
                          <span className={styles.row}>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Изменить эталон: ${reference.name}`}
                              onClick={() => setChanged(reference)}
                            >
                              Изменить
                            </Button>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Вернуть к остальным: ${reference.name}`}
                              pending={dropping.isPending && dropping.variables === reference.work_id}
                              onClick={() => dropping.mutate(reference.work_id)}
                            >
                              Вернуть к остальным
                            </Button>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
                {judges.length > 0 && <DriftTable judges={judges} />}
              </>
            )}
          </QueryStates>
          {changed && <ReferenceOf place={place} work={changed} onClose={() => setChanged(null)} />}
        </div>
      </Fold>
    </div>
  )
}

const inBrief = ({ references }: Calibration): string =>
  references.length === 0 ? 'Эталонных работ нет' : `Эталонных работ: ${references.length}`
