import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { decidedAtOnce, maxComment } from '#shared/review/judging/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { words } from '#web/platform/ui/words.ts'
import { inBatches } from './decide-in-batches.ts'
import styles from './JudgingPanel.module.css'

interface ListDecisionProps {
  works: number[]
  /** Decides about all of them; returns how many. */
  decide: (body: { works: number[]; outcome: 'passed' | 'failed'; reason: string }) => Promise<number>
  onDecided: () => void
}

/** One decision about all works that are ticked; their authors learn of it at once. */
export function ListDecision({ works, decide, onDecided }: ListDecisionProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const [outcome, setOutcome] = useState<'' | 'passed' | 'failed'>('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState(false)
  const [behind, setBehind] = useState(0)
  const deciding = useMutation({
    mutationFn: (sent: 'passed' | 'failed') =>
      inBatches(
        works,
        decidedAtOnce,
        (part) => decide({ works: part, outcome: sent, reason: reason.trim() }),
        setBehind,
      ),
    onSuccess: (decided) => {
      const rest = works.length - decided
      showBanner(
        `Решение объявлено: ${inWorks(decided)}.${rest > 0 ? ` Уже решены, ещё готовятся или больше не ждут решения: ${rest}.` : ''}`,
        decided > 0 ? 'success' : 'info',
      )
      setReason('')
      setOutcome('')
      setTried(false)
      onDecided()
    },
    onError: (error) => isFailure(error, 'verdict_without_reason') && text.current?.focus(),
  })
  const unexplained = isFailure(deciding.error, 'verdict_without_reason')
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (works.length === 0 || deciding.isPending) return
        setTried(true)
        if (outcome === '') document.querySelector<HTMLElement>('[name=outcome]')?.focus()
        else setAsked(true)
      }}
    >
      <LeaveWarning unsaved={() => reason.trim() !== ''}>Текст для участников не отправлен.</LeaveWarning>
      <RadioGroup
        name="outcome"
        label="Решение об отмеченных работах"
        options={[
          { value: 'passed', label: 'Прошли' },
          { value: 'failed', label: 'Не прошли' },
        ]}
        error={tried && outcome === '' ? 'Выберите решение' : null}
        value={outcome}
        onChange={(value) => setOutcome(value as 'passed' | 'failed')}
      />
      <TextArea
        ref={text}
        name="decision-reason"
        label="Текст для участников"
        hint="Участник прочитает его после своего итога. Если у работы нет ни одной оценки, текст обязателен"
        required={false}
        rows={3}
        limit={maxComment}
        error={unexplained ? 'Среди отмеченных есть работа без оценок: напишите, почему принято решение' : null}
        value={reason}
        onChange={(value) => {
          deciding.reset()
          setReason(value)
        }}
      />
      <FailureNotice error={unexplained ? null : deciding.error} />
      {deciding.isError && behind > 0 && (
        <p>Объявлено {outOf(behind, works.length)}. Повторите: кто уже узнал решение, второй раз его не получит.</p>
      )}
      {deciding.isPending && works.length > decidedAtOnce && (
        <ProgressBar
          label="Объявляем решение"
          value={behind}
          max={works.length}
          text={outOf(behind, works.length)}
          announced
        />
      )}
      <Button type="submit" kind="secondary" disabled={works.length === 0} pending={deciding.isPending}>
        {works.length === 0 ? 'Отметьте работы в таблице' : `Объявить решение: ${inWorks(works.length)}`}
      </Button>
      {asked && outcome !== '' && (
        <Confirm
          title="Объявить решение?"
          act="Объявить"
          // The page below counts how many authors have been told, and keeps the text when it is refused.
          send={() => deciding.mutate(outcome)}
          onClose={() => setAsked(false)}
        >
          <p>
            {inWorks(works.length)}: {outcome === 'failed' && 'не '}
            {plural(works.length, 'прошла', 'прошли', 'прошли')}. Авторы сразу получат уведомление и прочитают свой итог
            {reason.trim() !== '' && ' и ваш текст'}. {words.forever}
          </p>
        </Confirm>
      )}
    </form>
  )
}

const inWorks = (count: number) => counted(count, 'работа', 'работы', 'работ')
