import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { inUnits, outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { stageQuery } from '#web/stages/queries.ts'
import type { HandIn } from '#web/stages/use-hand-in.ts'
import { CameraCheck } from './CameraCheck.tsx'
import styles from './Interview.module.css'
import { InterviewConsent } from './InterviewConsent.tsx'
import { askQuestion, chosenTakes, type Interview, interviewQuery } from './interview-queries.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { findRecorder } from './recorder.ts'
import { SendingNotice } from './SendingNotice.tsx'
import { useCamera } from './use-camera.ts'
import { useTakes } from './use-takes.ts'

interface InterviewRoomProps {
  interview: Interview
  handIn: HandIn<Record<string, number>>
}

/** Consent, the check of the camera, then question after question. */
export function InterviewRoom({ interview, handIn }: InterviewRoomProps) {
  const camera = useCamera()
  const [recorder] = useState(findRecorder)
  const { sending, resumed, lasting } = useTakes(interview)
  const [way, setWay] = useState<'record' | 'files' | null>(null)
  const [recording, setRecording] = useState(false)
  const asking = useMutation({
    mutationFn: (question: number) => askQuestion(interview.stage_id, question),
    // The head of the page says that the interview has begun.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: stageQuery(interview.stage_id).queryKey }),
  })
  /** Loads the page again first, because the time to think may have run on meanwhile. */
  const begin = async () => {
    await queryClient.refetchQueries({ queryKey: interviewQuery(interview.stage_id).queryKey })
    setWay('record')
  }
  const { questions, consent, upload_until } = interview
  const until = upload_until && parseWire(upload_until)
  const at = questions.findLastIndex(({ text }) => text !== null)
  const current = questions[at]
  const next = questions[at + 1]
  const answered = questions.filter(({ chosen }) => chosen !== null).length
  const settled = current === undefined || (current.chosen !== null && !current.takes.some(isMoving))

  if (consent.agreed_at === null) return <InterviewConsent interview={interview} />
  return (
    <div className={styles.room}>
      <ProgressBar
        label="Записано ответов"
        value={answered}
        max={questions.length}
        text={outOf(answered, questions.length)}
      />
      {resumed.here.length > 0 && (
        <Notice title="Запись прервалась, но не пропала">
          Всё, что успело записаться в этом браузере, мы передаём сами. Ниже видно, что сохранилось.
        </Notice>
      )}
      <SendingNotice
        sending={sending}
        lasting={lasting}
        recording={recording}
        until={until ? showMoscowTime(until) : null}
      />
      {resumed.elsewhere.length > 0 ? (
        <Notice tone="warning" role="status" title="Запись идёт в другой вкладке">
          Вернитесь в неё. Если она закрыта, подождите немного: что успело записаться, мы передадим отсюда.
        </Notice>
      ) : way === null ? (
        <CameraCheck camera={camera} recorder={recorder} onReady={() => void begin()} onFiles={() => setWay('files')} />
      ) : (
        current && (
          <QuestionCard
            key={current.question}
            interview={interview}
            question={current}
            number={at + 1}
            camera={camera}
            recorder={way === 'record' ? recorder : null}
            sending={sending}
            onRecording={setRecording}
          />
        )
      )}
      {way !== null && !recording && settled && next && resumed.elsewhere.length === 0 && (
        <Card as="section" look="sunken" className={styles.card} aria-labelledby="next-question">
          <Heading level={2} size={3} id="next-question">
            {current ? 'Можно отдохнуть' : 'Всё готово'}
          </Heading>
          <p>
            Когда вы откроете вопрос {at + 2}, пойдёт время подумать: {inUnits(next.think_seconds, 'с')}. Потом — до{' '}
            {inUnits(next.answer_seconds, 'с')} на ответ.
          </p>
          <Button pending={asking.isPending} onClick={() => asking.mutate(next.question)}>
            Показать вопрос {at + 2}
          </Button>
          {asking.error && (
            <Notice tone="danger" role="alert">
              {failureText(asking.error)}
            </Notice>
          )}
        </Card>
      )}
      {answered === questions.length && !next && !recording && settled && (
        <Finish interview={interview} handIn={handIn} />
      )}
    </div>
  )
}

const isMoving = ({ state }: Interview['questions'][number]['takes'][number]) =>
  state === 'recording' || state === 'uploading' || state === 'assembling'

function Finish({ interview, handIn }: InterviewRoomProps) {
  const [asked, setAsked] = useState(false)
  return (
    <Card as="section" className={styles.card} aria-labelledby="finish">
      <Heading level={2} size={3} id="finish">
        Ответы на все вопросы записаны
      </Heading>
      <p>Посмотрите их ещё раз или сдайте интервью. После сдачи записать ответ заново нельзя.</p>
      <Button onClick={() => setAsked(true)}>Сдать интервью</Button>
      {asked && (
        <Confirm
          title="Сдать интервью?"
          act="Сдать"
          send={() => handIn.mutateAsync({ body: chosenTakes(interview) })}
          onClose={() => setAsked(false)}
        >
          <p>Эксперты увидят по одной выбранной записи на каждый вопрос. Записать ответ заново будет нельзя.</p>
        </Confirm>
      )}
    </Card>
  )
}
