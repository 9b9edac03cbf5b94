import { useMutation } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import { type KeyboardEvent, useRef, useState } from 'react'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from './Button.tsx'
import { Facts } from './Facts.tsx'
import { Notice } from './Notice.tsx'
import styles from './VideoPlayer.module.css'

export type Viewing = Answer<'POST /user/video/:take_id/viewing'>

const speeds = [1, 1.25, 1.5, 1.75, 2] as const
const stepSeconds = 5
const shifted: Record<string, string> = { Period: '>', Comma: '<' }

interface VideoPlayerProps {
  label: string
  /** Gets the address of the recording. */
  open: () => Promise<Viewing>
  /** Written over the picture, so that a copy shows who made it. */
  mark?: string
}

/** A recording: loaded on demand, played at 1 to 2 times its speed, by keyboard as well. */
export function VideoPlayer({ label, open, mark }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [speed, setSpeed] = useState<number>(1)
  const [at, setAt] = useState(0)
  const opening = useMutation({ mutationFn: open })
  const { data } = opening

  const faster = (by: 1 | -1) => {
    const next = speeds[speeds.indexOf(speed as 1) + by]
    if (next !== undefined) choose(next)
  }
  function choose(next: number): void {
    setSpeed(next)
    if (video.current) video.current.playbackRate = next
  }
  function press(event: KeyboardEvent<HTMLVideoElement>): void {
    const player = event.currentTarget
    const acts: Record<string, () => void> = {
      ArrowLeft: () => {
        player.currentTime -= stepSeconds
      },
      ArrowRight: () => {
        player.currentTime += stepSeconds
      },
      '>': () => faster(1),
      '<': () => faster(-1),
    }
    // By their positions: on a Russian keyboard these keys are Б and Ю.
    const act = acts[(event.shiftKey && shifted[event.code]) || event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }

  if (!data)
    return (
      <div className={styles.closed}>
        <Button
          kind="secondary"
          icon={<Play aria-hidden="true" />}
          pending={opening.isPending}
          aria-label={`Смотреть: ${label}`}
          onClick={() => opening.mutate()}
        >
          Смотреть
        </Button>
        {opening.error && (
          <Notice tone="warning" role="alert">
            {failureText(opening.error)}
          </Notice>
        )}
      </div>
    )
  return (
    <figure className={styles.player} data-voice={data.voice || undefined}>
      <div className={styles.screen}>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what the person says */}
        <video
          ref={video}
          className={styles.video}
          src={data.url}
          poster={data.poster ?? undefined}
          controls
          controlsList="nodownload noplaybackrate noremoteplayback"
          disablePictureInPicture
          playsInline
          preload="metadata"
          aria-label={label}
          onContextMenu={(event) => data.download || event.preventDefault()}
          onKeyDown={press}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          onLoadedMetadata={(event) => {
            event.currentTarget.playbackRate = speed
            if (at > 0) event.currentTarget.currentTime = at
          }}
        />
        {mark && !data.voice && (
          <span className={styles.mark} aria-hidden="true">
            {mark}
          </span>
        )}
      </div>
      <figcaption className={styles.below}>
        <fieldset className={styles.speeds}>
          <legend>Скорость</legend>
          {speeds.map((each) => (
            <button key={each} type="button" aria-pressed={each === speed} onClick={() => choose(each)}>
              {each.toLocaleString('ru-RU')}×
            </button>
          ))}
        </fieldset>
        <span className={styles.quiet}>
          <Facts of={[minutesAndSeconds(data.seconds), data.voice && 'только голос: автор скрыт']} />
        </span>
        {data.download && (
          <a href={`${data.url}?part=download`} download>
            Скачать
          </a>
        )}
        <Button kind="quiet" size="s" onClick={() => opening.mutate()}>
          Открыть заново
        </Button>
      </figcaption>
      <p className={styles.keys}>
        Клавиши: пробел — пауза, стрелки влево и вправо — на 5 секунд, &lt; и &gt; — скорость.
      </p>
    </figure>
  )
}
