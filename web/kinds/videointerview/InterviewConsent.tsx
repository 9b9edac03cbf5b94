import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './Interview.module.css'
import { agreeToVideo, type Interview } from './interview-queries.ts'

/** What will happen, and the consent to being recorded, apart from all others. */
export function InterviewConsent({ interview }: { interview: Interview }) {
  const { questions, consent, retention_days, stage_id } = interview
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const sending = useMutation({ mutationFn: () => agreeToVideo(stage_id) })
  return (
    <Card as="section" className={styles.card} aria-labelledby="interview-start">
      <Heading level={2} id="interview-start">
        Как всё пройдёт
      </Heading>
      <ul className={styles.facts}>
        <li>
          {counted(questions.length, 'вопрос', 'вопроса', 'вопросов')}. Между ними можно отдохнуть сколько угодно.
        </li>
        <li>Вопрос появится на экране, и пойдёт время подумать. Затем обратный отсчёт и запись.</li>
        <li>Запись можно посмотреть и, пока есть попытки, записать ответ ещё раз. Сдаётся та, которую вы выберете.</li>
        <li>Если пропадёт связь или закроется страница, записанное сохранится.</li>
        {retention_days > 0 && (
          <li>Записи хранятся {counted(retention_days, 'день', 'дня', 'дней')}, потом удаляются.</li>
        )}
      </ul>
      <p className={styles.consent}>{consent.text}</p>
      <Checkbox
        name="video-consent"
        label="Согласен на видеозапись"
        value={agreed}
        onChange={setAgreed}
        error={asked && !agreed ? 'Без этого согласия записать интервью нельзя' : undefined}
      />
      <Button
        pending={sending.isPending}
        onClick={() => {
          setAsked(true)
          if (agreed) sending.mutate()
        }}
      >
        Дальше
      </Button>
      {sending.error && (
        <Notice tone="danger" role="alert">
          {failureText(sending.error)}
        </Notice>
      )}
    </Card>
  )
}
