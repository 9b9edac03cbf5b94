import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { SettingsForm } from '#web/forms/fields/SettingsForm.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { CalibrationPart } from './CalibrationPart.tsx'
import { JudgeList } from './JudgeList.tsx'
import { JudgingActs } from './JudgingActs.tsx'
import styles from './JudgingPanel.module.css'
import { type Judging, judgingQuery, saveJudging, useShowJudging } from './panel-queries.ts'
import { ReadingsPart } from './ReadingsPart.tsx'
import { ResultsTable } from './ResultsTable.tsx'

/** How the works of a stage are judged, by whom and with what result. Nothing for stages without works to read. */
export function JudgingPanel(place: StagePanelProps) {
  const { data: judging, error, refetch } = useQuery(judgingQuery(place))
  if (!judging)
    return error ? <Failed title="Оценивание не загрузилось" error={error} onRepeat={() => refetch()} /> : null
  // The kind shows its judges itself.
  if (judging.matches) return null
  return (
    <section id="judging" className={styles.panel} aria-labelledby="judging-title">
      <div className={styles.head}>
        <Heading level={2} size={3} id="judging-title">
          Оценивание
        </Heading>
        <p className={styles.quiet}>{inWords(judging)}</p>
      </div>
      <Settings place={place} judging={judging} />
      {judging.set_up && (
        <>
          <JudgeList place={place} judging={judging} />
          <JudgingActs place={place} judging={judging} />
          <ReadingsPart place={place} judging={judging} />
          <ResultsTable place={place} judging={judging} />
          <CalibrationPart place={place} judging={judging} />
        </>
      )}
    </section>
  )
}

const stateWords = {
  setup: 'Настройка: эксперты ещё не видят работ.',
  reading: 'Идёт: эксперты ставят оценки.',
  closed: 'Завершено: оценки больше не меняются.',
}

function inWords({ set_up, state, works, unassigned, assessed_at }: Judging): string {
  if (!set_up) return 'Не настроено. Эксперты оценивают работы по критериям, итог складывается из их оценок.'
  const wait =
    works === 0
      ? 'Работ без решения нет'
      : `${counted(works, 'работа ждёт', 'работы ждут', 'работ ждут')} решения, ${
          assessed_at !== null
            ? 'их оценивают участники'
            : unassigned === 0
              ? 'все чтения поручены'
              : `${counted(unassigned, 'чтение', 'чтения', 'чтений')} ещё не ${plural(unassigned, 'поручено', 'поручены', 'поручено')}`
        }`
  return `${stateWords[state]} ${wait}.`
}

/** Open until it is set up: later the judges and results below are what people come for. */
function Settings({ place, judging }: { place: StagePanelProps; judging: Judging }) {
  const show = useShowJudging(place)
  const [wanted, setWanted] = useState(judging.set_up)
  const [opened] = useState(!judging.set_up)
  if (!wanted)
    return (
      <div>
        <Button kind="secondary" onClick={() => setWanted(true)}>
          Настроить оценивание
        </Button>
      </div>
    )
  return (
    <details ref={judging.set_up ? undefined : focusFirst} className={styles.settings} open={opened}>
      <summary className={styles.summary}>
        Критерии и порядок
        <ChevronDown aria-hidden="true" />
      </summary>
      <SettingsForm
        form={judging.form as FormSchema}
        answer={judging.answer}
        save={(answer) => saveJudging(place, answer)}
        onSaved={show}
        leaving="Правки оценивания не сохранены."
        locked={
          judging.state === 'closed'
            ? 'Оценивание завершено. Чтобы изменить критерии или порядок, сначала продолжите его.'
            : undefined
        }
      />
    </details>
  )
}

/** The button that was pressed is gone. */
const focusFirst = (box: HTMLElement | null) => box?.querySelector('input')?.focus()
