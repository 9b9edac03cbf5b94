import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './QuestionnaireScreen.module.css'
import { questionnaireQuery, useReuse } from './queries.ts'

interface QuestionnaireStartProps {
  stageId: number
  questions: number
  minutes: number
  limitMinutes: number
  back: boolean
  onBegin: () => void
}

/** What to know before the first question; here earlier answers can be used again. */
export function QuestionnaireStart(props: QuestionnaireStartProps) {
  const { stageId, questions, minutes, limitMinutes, back, onBegin } = props
  const { data } = useQuery(questionnaireQuery(stageId))
  return (
    <div className={styles.page}>
      {data?.reuse && <Reuse stageId={stageId} reuse={data.reuse} />}
      <Card as="section" className={styles.intro} aria-labelledby="questionnaire-start">
        <Heading level={2} id="questionnaire-start">
          Перед началом
        </Heading>
        <ul className={styles.facts}>
          <li>
            {counted(questions, 'вопрос', 'вопроса', 'вопросов')}, это около{' '}
            {counted(minutes, 'минуты', 'минут', 'минут')}.
          </li>
          <li>Правильных и неправильных ответов нет: выбирайте то, что ближе вам.</li>
          {limitMinutes > 0 ? (
            <li>
              На всё даётся {counted(limitMinutes, 'минута', 'минуты', 'минут')}. Время идёт с начала и не
              останавливается.
            </li>
          ) : (
            <li>
              Времени сколько угодно. Можно прерваться и продолжить на другом устройстве: ответы сохраняются сами.
            </li>
          )}
          {!back && (
            <li>
              Вернуться к прошлому вопросу нельзя: так устроена методика. Пока вы не нажали «Дальше», ответ можно
              изменить.
            </li>
          )}
          <li>Вместе с ответом сохраняется, сколько времени он занял.</li>
        </ul>
        <Button onClick={onBegin}>Начать</Button>
      </Card>
    </div>
  )
}

function Reuse({ stageId, reuse }: { stageId: number; reuse: { competition: string; handed_in_at: string } }) {
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const reusing = useReuse(stageId)
  const at = parseWire(reuse.handed_in_at)
  return (
    <Card as="section" look="sunken" className={styles.intro} aria-labelledby="questionnaire-reuse">
      <Heading level={2} size={3} id="questionnaire-reuse">
        Вы уже отвечали на эти вопросы
      </Heading>
      <p>
        Конкурс «{reuse.competition}»{at ? `, ${showDate(at)}` : ''}. Прежние ответы можно сдать и здесь или ответить
        заново: решать вам.
      </p>
      <Checkbox
        name="agree"
        label="Согласен, чтобы мои прежние ответы использовали в этом конкурсе"
        value={agreed}
        onChange={setAgreed}
        error={asked && !agreed ? 'Без согласия перенести ответы нельзя' : undefined}
      />
      <Button
        kind="secondary"
        pending={reusing.isPending}
        onClick={() => {
          setAsked(true)
          if (agreed) reusing.mutate()
        }}
      >
        Сдать прежние ответы
      </Button>
      {reusing.error && (
        <Notice tone="danger" role="alert">
          {failureText(reusing.error)}
        </Notice>
      )}
    </Card>
  )
}
