import Flag from 'lucide-react/icons/flag'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { isReached, subscribeConnection } from '#web/platform/messages/connection.ts'
import { useOwnNotice } from '#web/platform/messages/use-own-notice.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { AnswerQueue } from './answer-queue.ts'
import { FinishTest } from './FinishTest.tsx'
import { markWords, QuestionGrid } from './QuestionGrid.tsx'
import type { AskedQuestion } from './queries.ts'
import { TestClockLine } from './TestClockLine.tsx'
import { TestQuestion } from './TestQuestion.tsx'
import styles from './TestRun.module.css'
import type { Formulas } from './TestText.tsx'
import { TimeIsOver } from './TimeIsOver.tsx'
import { isDeviceKept } from './this-device.ts'

interface TestRunProps {
  stageId: number
  questions: readonly AskedQuestion[]
  formulas: Formulas
  queue: AnswerQueue
  deadline: Date | null
  /** A trial does not count. */
  trial?: boolean
  /** The time has run out: no question can be answered any more. */
  over?: boolean
  onOver: () => void
  onFinish: () => Promise<void>
}

/** A running test: one question at a time, the grid of all, the time that is left. */
export function TestRun(props: TestRunProps) {
  const { stageId, questions, formulas, queue, deadline, trial = false, over = false, onOver, onFinish } = props
  useSyncExternalStore(queue.subscribe, () => queue.version)
  const online = useSyncExternalStore(subscribeConnection, isReached)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => queue.of(id).answer === null),
    ),
  )
  const [finishing, setFinishing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  const asked = questions[at]

  useEffect(() => {
    if (shown.current === at && !finishing) return
    shown.current = at
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [at, finishing])

  function show(place: number) {
    setFinishing(false)
    setAt(place)
  }

  const offline = !trial && !online
  useOwnNotice(offline && !over)
  if (over)
    return (
      <div className={styles.run}>
        {deadline && <TestClockLine deadline={deadline} onOver={onOver} />}
        <TimeIsOver waiting={queue.waiting()} />
      </div>
    )
  return (
    <div className={styles.run}>
      {deadline && <TestClockLine deadline={deadline} onOver={onOver} />}
      {offline && (
        <Notice tone="warning" role="alert" title="Нет связи. Продолжайте: ничего не пропадёт">
          <p>
            Ответы хранятся в этом браузере и уйдут сами, когда связь вернётся. Время при этом идёт. Не закрывайте
            страницу без нужды.
          </p>
        </Notice>
      )}
      {queue.storesNothing && (
        <Notice tone="warning" role="alert" title="Браузер не хранит ответы">
          <p>
            Хранение выключено или место кончилось. Ответы уходят на сервер сразу, но без связи пропадут вместе со
            страницей: следите за отметкой «сохранён».
            {!isDeviceKept() && ' Не перезагружайте страницу: чтобы вернуться в тест, понадобится код.'}
          </p>
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {finishing ? (
            <FinishTest
              questions={questions}
              queue={queue}
              offline={offline}
              trial={trial}
              onShow={show}
              onBack={() => setFinishing(false)}
              onFinish={onFinish}
            />
          ) : (
            asked && (
              <section aria-labelledby="question-title" className={styles.question}>
                <div className={styles.title}>
                  <Heading level={2} size={3} id="question-title" ref={heading} tabIndex={-1}>
                    {asked.section && <span className={styles.section}>{asked.section}</span>}
                    Вопрос {outOf(at + 1, questions.length)}
                  </Heading>
                  <Mark queue={queue} id={asked.id} />
                </div>
                <TestQuestion
                  key={asked.id}
                  stageId={stageId}
                  id={asked.id}
                  number={at + 1}
                  question={asked.question}
                  answer={queue.of(asked.id).answer}
                  formulas={formulas}
                  disabled={false}
                  onAnswer={(answer) => void queue.set(asked.id, { answer })}
                />
                <Tools queue={queue} id={asked.id} />
                <div className={styles.actions}>
                  {at + 1 < questions.length ? (
                    <Button onClick={() => show(at + 1)}>Дальше</Button>
                  ) : (
                    <Button onClick={() => setFinishing(true)}>К завершению</Button>
                  )}
                  {at > 0 && (
                    <Button kind="secondary" onClick={() => show(at - 1)}>
                      Назад
                    </Button>
                  )}
                </div>
              </section>
            )
          )}
        </div>
        <aside className={styles.side}>
          <QuestionGrid questions={questions} queue={queue} at={finishing ? -1 : at} onShow={show} />
          {!finishing && (
            <Button kind="secondary" size="s" onClick={() => setFinishing(true)}>
              Завершить тест
            </Button>
          )}
        </aside>
      </div>
    </div>
  )
}

function Mark({ queue, id }: { queue: AnswerQueue; id: number }) {
  const { mark } = queue.of(id)
  return (
    <p className={styles.mark} data-mark={mark} role="status">
      {mark === 'none' ? '' : `Ответ ${markWords[mark]}`}
    </p>
  )
}

function Tools({ queue, id }: { queue: AnswerQueue; id: number }) {
  const { answer, flagged } = queue.of(id)
  return (
    <div className={styles.tools}>
      <Button
        kind="quiet"
        size="s"
        aria-pressed={flagged}
        icon={<Flag aria-hidden="true" />}
        onClick={() => void queue.set(id, { flagged: !flagged })}
      >
        {flagged ? 'Снять пометку' : 'Пометить, чтобы вернуться'}
      </Button>
      {answer !== null && (
        <Button kind="quiet" size="s" onClick={() => void queue.set(id, { answer: null })}>
          Стереть ответ
        </Button>
      )}
    </div>
  )
}
