import { onlineManager, useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { VideoPlayer } from '#web/platform/ui/VideoPlayer.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Interview.module.css'
import {
  chooseTake,
  type Interview,
  type InterviewQuestion,
  type InterviewTake,
  openOwnTake,
} from './interview-queries.ts'

interface TakeListProps {
  interview: Interview
  question: InterviewQuestion
  /** Takes that this page is sending. */
  here: ReadonlySet<number>
}

/** The takes of a question: to look at again, and to choose from. */
export function TakeList({ interview, question, here }: TakeListProps) {
  const choosing = useMutation({ mutationFn: (takeId: number) => chooseTake(interview, question.question, takeId) })
  const several = question.takes.filter(({ playable }) => playable).length > 1
  return (
    <>
      <ul className={styles.takes}>
        {question.takes.map((take, at) => (
          <li key={take.take_id} className={styles.take}>
            <p className={styles.takeHead}>
              <strong>Попытка {at + 1}</strong>
              {take.seconds !== null && <span>{minutesAndSeconds(take.seconds)}</span>}
              {take.playable && take.take_id === question.chosen && (
                <StatusBadge look="done">{several ? 'Выбрана' : 'Будет сдана'}</StatusBadge>
              )}
            </p>
            <TakeWords take={take} sent={here.has(take.take_id)} />
            {take.playable && <VideoPlayer label={`Попытка ${at + 1}`} open={() => openOwnTake(take.take_id)} />}
            {take.playable && several && take.take_id !== question.chosen && interview.open && (
              <Button kind="secondary" pending={choosing.isPending} onClick={() => choosing.mutate(take.take_id)}>
                Выбрать попытку {at + 1}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {choosing.error && (
        <Notice tone="danger" role="alert">
          {failureText(choosing.error)}
        </Notice>
      )}
    </>
  )
}

function TakeWords({ take, sent }: { take: InterviewTake; sent: boolean }) {
  const { state, failure, broken, silent, dark, received } = take
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  if (state === 'failed')
    return (
      <Notice tone="warning" title="Запись не получилась">
        {failure}. Попытка не потрачена.
      </Notice>
    )
  if (state === 'dropped') return <p>Запись прервалась в самом начале. Попытка не потрачена.</p>
  if (state === 'assembling') return <p role="status">Проверяем запись. Это займёт несколько секунд…</p>
  if (state === 'uploading' || (state === 'recording' && sent)) {
    return <p role="status">{online ? 'Запись передаётся.' : 'Запись ждёт связи и передастся сама.'}</p>
  }
  if (state === 'recording')
    return <p>{received > 0 ? 'Запись прервалась. То, что успело передаться, сохранено.' : 'Запись началась.'}</p>
  return (
    <>
      {broken && <p>Запись прервалась раньше времени. Сохранено всё, что успело записаться.</p>}
      {silent && <Notice tone="warning">Похоже, в этой записи нет звука. Посмотрите её, прежде чем сдавать.</Notice>}
      {dark && <Notice tone="warning">Похоже, в этой записи темно. Посмотрите её, прежде чем сдавать.</Notice>}
    </>
  )
}
