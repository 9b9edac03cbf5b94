import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { onBack } from '#web/platform/messages/connection.ts'
import { stageQuery } from '#web/stages/queries.ts'
import { AnswerQueue } from './answer-queue.ts'
import { storedAnswers } from './answer-store.ts'
import { OtherTab } from './OtherTab.tsx'
import {
  type AskedQuestion,
  finishTest,
  handlingOfFailure,
  type RunningAttempt,
  sendAnswer,
  type TestPage,
  testQuery,
} from './queries.ts'
import { TestRun } from './TestRun.tsx'
import { useHeartbeat } from './use-heartbeat.ts'
import { useOwnTab } from './use-own-tab.ts'

interface TestRunningProps {
  stageId: number
  page: TestPage
  attempt: RunningAttempt
  questions: readonly AskedQuestion[]
  onChanged: () => void
}

/** The attempt on this device, in the one tab that is active. */
export function TestRunning(props: TestRunningProps) {
  const { stageId, attempt } = props
  const tab = useOwnTab(`test-${stageId}-${attempt.number}`)
  if (tab.state === 'asking') return null
  return tab.state === 'own' ? <OwnTab {...props} /> : <OtherTab onTake={tab.take} />
}

function OwnTab({ stageId, page, attempt, questions, onChanged }: TestRunningProps) {
  const queries = useQueryClient()
  const changed = useRef(onChanged)
  changed.current = onChanged
  const [queue] = useState(
    () =>
      new AnswerQueue({
        store: storedAnswers(`${stageId}/${attempt.number}/${attempt.begun_at}`),
        held: attempt.answers,
        lastSeq: attempt.last_seq,
        send: (event) => sendAnswer(stageId, event),
        handlingOf: handlingOfFailure,
        onStopped: () => changed.current(),
      }),
  )
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    void queue.open().then(() => setOpened(true))
    return onBack(() => void queue.flush())
  }, [queue])
  const first = {
    deadline: page.deadline === null ? null : parseWire(page.deadline),
    extraMinutes: page.extra_minutes,
  }
  const clock = useHeartbeat(stageId, first, () => changed.current())
  const [over, setOver] = useState(false)
  const endsAt = clock.deadline?.getTime() ?? Number.POSITIVE_INFINITY
  const before = useRef(endsAt)
  useEffect(() => {
    if (before.current === endsAt) return
    before.current = endsAt
    setOver(endsAt <= serverNow().getTime())
    // The head of the page names the end of the stage.
    void queries.invalidateQueries({ queryKey: stageQuery(stageId).queryKey })
  }, [endsAt, queries, stageId])

  /** Waiting answers are sent first: the server accepts them for a few seconds more. */
  function end() {
    setOver(true)
    void queue.flush()
    setTimeout(() => changed.current(), afterTheEnd)
  }

  if (!opened) return null
  return (
    <TestRun
      stageId={stageId}
      questions={questions}
      formulas={attempt.formulas}
      queue={queue}
      deadline={clock.deadline}
      over={over}
      onOver={end}
      onFinish={async () => {
        await queue.flush()
        const done = await finishTest(stageId)
        if (done) queries.setQueryData(testQuery(stageId).queryKey, done)
        changed.current()
      }}
    />
  )
}

/** Longer than the grace of an attempt. */
const afterTheEnd = 6_000
