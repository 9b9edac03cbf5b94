import { useEffect, useRef, useState } from 'react'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { CameraTroubleNotice } from './CameraTroubleNotice.tsx'
import { CameraView } from './CameraView.tsx'
import styles from './Interview.module.css'
import { LevelMeter } from './LevelMeter.tsx'
import type { Recorder } from './recorder.ts'
import type { Camera } from './use-camera.ts'
import { useRecording } from './use-recording.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import { useSignal } from './use-signal.ts'

const practiceSeconds = 20

interface CameraCheckProps {
  camera: Camera
  recorder: Recorder | null
  onReady: () => void
  /** Nothing can be recorded here: answers come as files. */
  onFiles: () => void
}

/**
 * Camera, microphone and a practice answer, before the first question. What is recorded here never leaves the browser.
 */
export function CameraCheck({ camera, recorder, onReady, onFiles }: CameraCheckProps) {
  const { stream, trouble, opening, open } = camera
  const { level } = useSignal(stream)
  const shown = recorder === null ? ('unsupported' as const) : trouble
  return (
    <Card as="section" className={styles.card} aria-labelledby="camera-check">
      <Heading level={2} id="camera-check">
        Проверьте камеру и микрофон
      </Heading>
      {shown && <CameraTroubleNotice trouble={shown} retrying={opening} onRetry={() => void open()} />}
      {!stream && !shown && (
        <>
          <p>Браузер спросит разрешение. Пока вы не начнёте ответ, запись никуда не отправляется.</p>
          <Button pending={opening} onClick={() => void open()}>
            Включить камеру и микрофон
          </Button>
        </>
      )}
      {stream && (
        <>
          <CameraView stream={stream} />
          <LevelMeter level={level} />
          <p>
            Скажите несколько слов: полоса должна двигаться. Лицо хорошо видно, если свет падает на него, а не сзади.
          </p>
          <Practice stream={stream} recorder={recorder} />
          <Button onClick={onReady}>Всё видно и слышно</Button>
        </>
      )}
      {shown && (
        <Button kind="quiet" flush onClick={onFiles}>
          Отвечать файлами
        </Button>
      )}
    </Card>
  )
}

function Practice({ stream, recorder }: { stream: MediaStream; recorder: Recorder | null }) {
  const [made, setMade] = useState<string | null>(null)
  const bytes = useRef<Uint8Array[]>([])
  const { startedAt, start, stop } = useRecording(recorder, stream)
  useEffect(() => () => (made === null ? undefined : URL.revokeObjectURL(made)), [made])
  const begin = () => {
    bytes.current = []
    setMade(null)
    void start({
      onBytes: (part) => void bytes.current.push(part),
      onEnd: () => setMade(URL.createObjectURL(new Blob(bytes.current as BlobPart[], { type: recorder?.type ?? '' }))),
    })
  }
  return (
    <section className={styles.practice} aria-labelledby="practice">
      <Heading level={3} size={4} id="practice">
        Пробный вопрос: как прошло ваше утро?
      </Heading>
      <p className={styles.quiet}>Ответ останется в браузере: его никто не увидит.</p>
      {startedAt !== null ? (
        <>
          <PracticeTime onOver={() => void stop()} />
          <Button kind="secondary" onClick={() => void stop()}>
            Закончить пробу
          </Button>
        </>
      ) : (
        <Button kind="secondary" disabled={!recorder} onClick={begin}>
          {made === null ? 'Записать пробный ответ' : 'Записать пробу ещё раз'}
        </Button>
      )}
      {made !== null && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the person hears what they have just said */}
          <video className={styles.video} src={made} controls playsInline aria-label="Пробная запись" />
          <Notice>Если вас видно и слышно, можно начинать.</Notice>
        </>
      )}
    </section>
  )
}

function PracticeTime({ onOver }: { onOver: () => void }) {
  const left = useSecondsLeft(practiceSeconds)
  useEffect(() => {
    if (left === 0) onOver()
  }, [left, onOver])
  return <p role="timer">Идёт проба, осталось {inUnits(left, 'с')}</p>
}
