import { useEffect, useRef, useState } from 'react'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { CameraView } from './CameraView.tsx'
import styles from './Interview.module.css'
import { beginTake, type InterviewQuestion } from './interview-queries.ts'
import { LevelMeter } from './LevelMeter.tsx'
import type { Recorder } from './recorder.ts'
import type { TakeSender } from './take-sender.ts'
import { useRecording } from './use-recording.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import { useSignal } from './use-signal.ts'
import { startSending } from './use-takes.ts'

const countdownSeconds = 3
const soonSeconds = 10

interface QuestionRunProps {
  stageId: number
  question: InterviewQuestion
  stream: MediaStream
  recorder: Recorder
  /** A first take has its time to think; another begins at once. */
  thinks: boolean
  onDone: (broken: boolean) => void
  onRecording: (now: boolean) => void
}

type Phase = 'think' | 'countdown' | 'starting' | 'recording'

/** One take: the time to think, a countdown, the recording. */
export function QuestionRun(props: QuestionRunProps) {
  const { stageId, question, stream, recorder, thinks, onDone, onRecording } = props
  const [phase, setPhase] = useState<Phase>(thinks && question.think_left > 0 ? 'think' : 'countdown')
  const [fault, setFault] = useState<unknown>(null)
  const { level, noticed, reset } = useSignal(stream)
  const { start, stop } = useRecording(recorder, stream)
  const sender = useRef<TakeSender | null>(null)
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => main.current?.focus(), [])

  async function record(): Promise<void> {
    setPhase('starting')
    setFault(null)
    try {
      const takeId = await beginTake(stageId, question.question, recorder.type)
      const own = await startSending(stageId, question.question, takeId)
      sender.current = own
      reset()
      await start({
        onBytes: (bytes) => void own.add(bytes),
        onEnd: (broken) => {
          onRecording(false)
          void own.end({ broken, ...noticed() }).then(() => onDone(broken))
        },
      })
      onRecording(true)
      setPhase('recording')
      // The recording stops when the server accepts no more of it.
      own.subscribe(() => own.state().refused !== null && void stop())
    } catch (error) {
      // A take that was begun and has no recording ends as broken off.
      void sender.current?.end({ broken: true })
      setFault(error)
    }
  }

  return (
    <div ref={main} tabIndex={-1} className={styles.run}>
      <CameraView stream={stream} recording={phase === 'recording'} />
      {phase === 'think' && (
        <Counted seconds={question.think_left} label="Время подумать" onOver={() => setPhase('countdown')}>
          <Button onClick={() => setPhase('countdown')}>Начать запись сейчас</Button>
        </Counted>
      )}
      {phase === 'countdown' && <Countdown onOver={() => void record()} />}
      {phase === 'starting' && !fault && <p role="status">Начинаем запись…</p>}
      {phase === 'recording' && (
        <>
          <VisuallyHidden role="status">Запись началась</VisuallyHidden>
          <LevelMeter level={level} />
          <Counted seconds={question.max_seconds} label="Идёт запись" onOver={() => void stop()}>
            <Button onClick={() => void stop()}>Закончить ответ</Button>
          </Counted>
        </>
      )}
      {fault !== null && (
        <Notice
          tone="danger"
          role="alert"
          title="Запись не началась"
          actions={<Button onClick={() => void record()}>Попробовать ещё раз</Button>}
        >
          {failureText(fault)} Попытка не потрачена.
        </Notice>
      )}
    </div>
  )
}

interface CountedProps {
  seconds: number
  label: string
  onOver: () => void
  children: React.ReactNode
}

/** The time left: always visible, read out only near its end. */
function Counted({ seconds, label, onOver, children }: CountedProps) {
  const left = useSecondsLeft(seconds)
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (left === 0) over.current()
  }, [left])
  return (
    <>
      <ProgressBar
        label={label}
        value={seconds - left}
        max={Math.max(1, seconds)}
        text={`осталось ${inUnits(left, 'с')}`}
      />
      <VisuallyHidden role="status">{left === soonSeconds ? `${label}: осталось ${left} секунд` : ''}</VisuallyHidden>
      {children}
    </>
  )
}

function Countdown({ onOver }: { onOver: () => void }) {
  const left = useSecondsLeft(countdownSeconds)
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (left === 0) over.current()
  }, [left])
  return (
    <p className={styles.countdown} role="timer">
      <VisuallyHidden>Запись начнётся через </VisuallyHidden>
      {left}
    </p>
  )
}
