import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxAppeal } from '#shared/review/appeals/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { pointsInWords } from '#web/review/judging/points-in-words.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Appeal.module.css'
import { outcomeWords } from './Appeal.tsx'
import { type AppealOutcome, type FiledAppeal, useAnswerAppeal, workAppealQuery } from './queries.ts'

/** The appeal about a work beside the work: what it is against, and the answer. Nothing without an appeal. */
export function AppealAnswer({ workId }: { workId: number }) {
  const { data } = useQuery(workAppealQuery(workId))
  const answering = useAnswerAppeal(workId)
  const appeal = data?.appeal
  if (!appeal) return null
  return (
    <section className={styles.appeal} aria-labelledby="work-appeal">
      <Heading level={2} size={3} id="work-appeal">
        Апелляция
      </Heading>
      <div>
        <p className={styles.quiet}>
          <bdi>{appeal.name}</bdi>, <Moments text={momentInWords(appeal.filed_at)} />
        </p>
        <p className={styles.words}>{appeal.text}</p>
      </div>
      <Evidence appeal={appeal} />
      {appeal.answer && answering.isError && (
        <div>
          <FailureNotice error={answering.error} />
          <p className={styles.quiet}>Ваш ответ не отправлен. Вы написали:</p>
          <p className={styles.words}>{answering.variables.text}</p>
        </div>
      )}
      {appeal.answer ? (
        <div role="status">
          <strong>{outcomeWords[appeal.answer.outcome]}</strong>
          <p className={styles.quiet}>
            {appeal.answer.by ?? 'Ответившего больше нет'}, <Moments text={momentInWords(appeal.answer.answered_at)} />
          </p>
          <p className={styles.words}>{appeal.answer.text}</p>
        </div>
      ) : appeal.may_answer ? (
        <AnswerForm appeal={appeal} answering={answering} />
      ) : (
        <p>Вы проверяли или оценивали эту работу либо решали о ней. На апелляцию ответит другой человек.</p>
      )}
    </section>
  )
}

const decisionWords = { passed: 'Этап пройден', failed: 'Этап не пройден' }

function Evidence({ appeal: { decision, readings, peers } }: { appeal: FiledAppeal }) {
  return (
    <div>
      <p className={styles.quiet}>
        Решение: {decision.by ?? 'по правилам этапа'}, <Moments text={momentInWords(decision.published_at)} />
      </p>
      <p>
        <strong>{decisionWords[decision.outcome]}.</strong> {decision.reason}
      </p>
      {readings.length > 0 && (
        <ul className={styles.list} aria-label="Оценки экспертов">
          {readings.map(({ name, total, comment, note, for_appeal }) => (
            <li key={name}>
              <span>
                <bdi>{name}</bdi>: {pointsInWords(total)}
                {for_appeal && ', по апелляции'}
              </span>
              <Facts of={[comment, note]} />
            </li>
          ))}
        </ul>
      )}
      {peers.length > 0 && (
        <Disclosure says={`Оценки участников: ${peers.length}`}>
          <ul className={styles.list}>
            {peers.map(({ total, comment }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list keeps its order, and marks have no number here
              <li key={at}>
                <span>{pointsInWords(total)}</span>
                {comment}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

interface AnswerFormProps {
  appeal: FiledAppeal
  answering: ReturnType<typeof useAnswerAppeal>
}

function AnswerForm({ appeal: { decision, fingerprint }, answering }: AnswerFormProps) {
  const [outcome, setOutcome] = useState('')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const empty = text.trim() === ''
  const other = decision.outcome === 'passed' ? 'failed' : 'passed'
  const fields = isFailure(answering.error) ? answering.error.fields : {}
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const wrong = outcome === '' ? '[name=outcome]' : empty ? '[name=answer]' : null
        if (wrong) event.currentTarget.querySelector<HTMLElement>(wrong)?.focus()
        else if (!answering.isPending && [...text].length <= maxAppeal)
          answering.mutate({ outcome: outcome as AppealOutcome, text, fingerprint })
      }}
    >
      <LeaveWarning unsaved={() => !empty && !answering.isSuccess}>Ответ на апелляцию не отправлен.</LeaveWarning>
      <RadioGroup
        name="outcome"
        label="Ответ"
        options={[
          { value: 'kept', label: 'Оставить решение' },
          { value: other, label: `Новое решение: ${decisionWords[other].toLowerCase()}` },
        ]}
        error={fields.outcome?.message ?? (tried && outcome === '' ? 'Выберите ответ' : null)}
        value={outcome}
        onChange={setOutcome}
      />
      <TextArea
        name="answer"
        label="Почему"
        hint="Участник прочитает это сразу"
        rows={5}
        limit={maxAppeal}
        error={fields.text?.message ?? (tried && empty ? 'Объясните ответ' : null)}
        value={text}
        onChange={setText}
      />
      <FailureNotice error={Object.keys(fields).length > 0 ? null : answering.error} />
      <div className={styles.row}>
        <Button type="submit" pending={answering.isPending} pendingText="Отправляем…">
          Ответить
        </Button>
      </div>
    </form>
  )
}
