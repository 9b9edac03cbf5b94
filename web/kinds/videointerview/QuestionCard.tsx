import { useState } from 'react'
import { inUnits, outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { DefectReport, FileAnswer } from './AnswerOtherwise.tsx'
import { CameraTroubleNotice } from './CameraTroubleNotice.tsx'
import styles from './Interview.module.css'
import { endTake, type Interview, type InterviewQuestion } from './interview-queries.ts'
import { QuestionRun } from './QuestionRun.tsx'
import type { Recorder } from './recorder.ts'
import { TakeList } from './TakeList.tsx'
import type { SendState } from './take-sender.ts'
import type { Camera } from './use-camera.ts'

interface QuestionCardProps {
  interview: Interview
  question: InterviewQuestion
  number: number
  camera: Camera
  /** Null: answers come as files. */
  recorder: Recorder | null
  sending: readonly SendState[]
  onRecording: (now: boolean) => void
}

/** A question that was shown: its text, recording it, and what is recorded. */
export function QuestionCard(props: QuestionCardProps) {
  const { interview, question, number, camera, recorder, sending, onRecording } = props
  const [running, setRunning] = useState(question.takes.length === 0 && camera.stream !== null && recorder !== null)
  const [recording, setRecording] = useState(false)
  const [broken, setBroken] = useState(false)
  const { takes, takes_left, answer_seconds, max_seconds } = question
  const here = new Set(sending.map(({ takeId }) => takeId))
  const elsewhere = takes.find(({ state, take_id }) => state === 'recording' && !here.has(take_id))
  const measured = takes.some(({ state, broken: is }) => is && state === 'assembling')
  return (
    <Card as="section" className={styles.card} aria-labelledby="question">
      <p className={styles.quiet}>
        <Facts
          of={[
            `Вопрос ${outOf(number, interview.questions.length)}`,
            `ответ до ${inUnits(answer_seconds, 'с')}`,
            takesInWords(takes_left, takes.length),
          ]}
        />
      </p>
      <Heading level={2} id="question">
        Вопрос {number}
      </Heading>
      <Prose>{question.text ?? ''}</Prose>
      {max_seconds < answer_seconds && takes_left > 0 && (
        <Notice tone="warning">
          До конца этапа осталось мало времени: записать можно не больше {inUnits(max_seconds, 'с')}.
        </Notice>
      )}
      <LeaveWarning unsaved={() => recording}>Идёт запись. Если уйти, она прервётся.</LeaveWarning>
      {running && camera.stream && recorder ? (
        <QuestionRun
          stageId={interview.stage_id}
          question={question}
          stream={camera.stream}
          recorder={recorder}
          thinks={takes.length === 0}
          onRecording={(now) => {
            setRecording(now)
            onRecording(now)
          }}
          onDone={(broke) => {
            setRunning(false)
            setBroken(broke)
          }}
        />
      ) : (
        <>
          {camera.trouble && recorder && (
            <CameraTroubleNotice
              trouble={camera.trouble}
              retrying={camera.opening}
              onRetry={() => void camera.open()}
            />
          )}
          {broken && !camera.trouble && (
            <Notice tone="warning">Запись прервалась. То, что успело записаться, сохранено.</Notice>
          )}
          {elsewhere && (
            <Notice
              tone="warning"
              title="Запись не закончена"
              actions={
                <Button
                  kind="secondary"
                  onClick={() => void endTake(elsewhere.take_id, { total: elsewhere.received, broken: true })}
                >
                  Закончить её здесь
                </Button>
              }
            >
              Она начата на другом устройстве или в другой вкладке. Если она ещё идёт, закончите её там.
            </Notice>
          )}
          <TakeList interview={interview} question={question} here={here} />
          {takes_left > 0 && recorder && camera.stream && !measured && !elsewhere && (
            <Button
              kind={takes.some(({ playable }) => playable) ? 'secondary' : 'primary'}
              onClick={() => setRunning(true)}
            >
              {takes.length === 0 ? 'Записать ответ' : 'Записать ещё раз'}
            </Button>
          )}
          {takes_left > 0 && recorder && !camera.stream && !camera.trouble && (
            <Button kind="secondary" pending={camera.opening} onClick={() => void camera.open()}>
              Включить камеру
            </Button>
          )}
          {takes_left > 0 && !elsewhere && <FileAnswer interview={interview} question={question} />}
          {takes.length > 0 && <DefectReport interview={interview} question={question} />}
        </>
      )}
    </Card>
  )
}

const takesInWords = (left: number, made: number) => {
  if (left === 0) return 'попыток не осталось'
  return `${made > 0 ? 'ещё ' : ''}${counted(left, 'попытка', 'попытки', 'попыток')}`
}
