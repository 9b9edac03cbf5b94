import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AssignmentOutcome } from './AssignmentOutcome.tsx'
import styles from './JudgingPanel.module.css'
import { assignWorks, type Judging, remindJudges, setJudgingState, useShowJudging } from './panel-queries.ts'

interface JudgingActsProps {
  place: StagePanelProps
  judging: Judging
}

/** The steps of the judging: assign works, show them to judges, end the marking, continue it. */
export function JudgingActs({ place, judging }: JudgingActsProps) {
  const show = useShowJudging(place)
  const row = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const moving = useMutation({
    mutationFn: (state: 'reading' | 'closed') => setJudgingState(place, state),
    onMutate: () => assigning.reset(),
    onSuccess: (changed) => {
      show(changed)
      // The pressed button has been replaced by another one.
      requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('button[data-move]')?.focus())
    },
  })
  const assigning = useMutation({
    mutationFn: () => assignWorks(place),
    onSuccess: show,
  })
  const reminding = useMutation({
    mutationFn: () => remindJudges(place),
    onSuccess: ({ judging: changed, reminded }) => {
      show(changed)
      showBanner(`Напоминание ушло ${counted(reminded, 'эксперту', 'экспертам', 'экспертам')}`, 'success')
    },
    onError: (error) => showBanner(failureText(error)),
  })
  const { state, judges } = judging
  const unread = judges.reduce((sum, { assigned, done }) => sum + assigned - done, 0)
  return (
    <div className={styles.part}>
      <Heading level={3} size={4}>
        Ход оценивания
      </Heading>
      <div ref={row} className={styles.row}>
        {state !== 'closed' && judging.assessed_at === null && (
          <Button
            kind="secondary"
            pending={assigning.isPending || judging.assigning}
            pendingText="Распределяем…"
            onClick={() => {
              moving.reset()
              assigning.mutate()
            }}
          >
            Распределить работы
          </Button>
        )}
        <Button
          kind="secondary"
          data-move
          pending={moving.isPending}
          onClick={() => (state === 'reading' ? setAsked(true) : moving.mutate('reading'))}
        >
          {moveWords[state]}
        </Button>
        {state === 'reading' && unread > 0 && (
          <Button kind="secondary" pending={reminding.isPending} onClick={() => reminding.mutate()}>
            Напомнить экспертам
          </Button>
        )}
      </div>
      {judging.assessed_at && (
        <p className={styles.quiet}>
          Эти работы не распределяют: их оценивают участники на этапе{' '}
          <PortalLink to={`/admin/${place.competition}/stages/${judging.assessed_at.code}`}>
            {quoted(judging.assessed_at.title)}
          </PortalLink>
          . Оттуда экспертам передают спорные, сомнительные и недооценённые работы. По апелляции эксперта назначит
          портал.
        </p>
      )}
      <FailureNotice error={assigning.error ?? moving.error} />
      {judging.assigned && judging.assessed_at === null && !judging.assigning && state !== 'closed' && (
        <AssignmentOutcome place={place} assigned={judging.assigned} />
      )}
      {asked && (
        <Confirm
          title="Завершить оценивание?"
          act="Завершить"
          send={() => moving.mutateAsync('closed')}
          onClose={() => setAsked(false)}
        >
          <p>
            Эксперты больше не смогут ставить и менять оценки, а вы сможете объявить решения.{' '}
            {unread > 0 &&
              `Без оценки ${plural(unread, 'останется', 'останутся', 'останется')} ${counted(unread, 'чтение', 'чтения', 'чтений')}: итог посчитается по сданным. `}
            Продолжить оценивание можно и потом.
          </p>
        </Confirm>
      )}
    </div>
  )
}

const moveWords = {
  setup: 'Открыть работы экспертам',
  reading: 'Завершить оценивание',
  closed: 'Продолжить оценивание',
}
