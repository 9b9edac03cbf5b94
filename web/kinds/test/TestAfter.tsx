import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { StageResult } from '#web/kinds/screen/StageResult.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { statQuery } from './queries.ts'
import styles from './TestRun.module.css'
import { TimeIsOver } from './TimeIsOver.tsx'

interface TestAfterProps {
  competition: string
  track: string
  stage: StageDetails
  /** The time is over, and the portal has not taken the answers yet. */
  ending: boolean
  onLook: () => void
}

const lookEvery = 4_000

/** The receipt; the result only once all results are published. */
export function TestAfter({ competition, track, stage, ending, onLook }: TestAfterProps) {
  const look = useRef(onLook)
  look.current = onLook
  useEffect(() => {
    if (!ending) return
    const timer = setInterval(() => look.current(), lookEvery)
    return () => clearInterval(timer)
  }, [ending])
  if (ending) return <TimeIsOver />
  if (!stage.receipt) return <EmptyState title="Тест сейчас закрыт">{stage.reason}</EmptyState>
  const title = stage.receipt.by_system ? 'Время вышло, тест сдан' : 'Тест сдан'
  return (
    <StageResult competition={competition} track={track} stage={stage} title={title}>
      <TestResult stageId={stage.stage_id} />
    </StageResult>
  )
}

function TestResult({ stageId }: { stageId: number }) {
  const { data } = useQuery(statQuery(stageId))
  if (!data) return null
  const { result, distribution, answered, questions } = data
  if (!result || !distribution)
    return (
      <p className={styles.quiet}>
        С ответом {outOf(answered, questions)}. Результат появится здесь, когда его опубликуют.
      </p>
    )
  const most = Math.max(1, ...distribution.map(({ people }) => people))
  return (
    <Card as="section" className={styles.card} aria-labelledby="test-result">
      <Heading level={2} id="test-result">
        {result.score === null
          ? 'Результат опубликован'
          : `Ваш результат: ${String(result.score).replace('.', ',')} из 100`}
      </Heading>
      <p id="distribution-title">Результаты всех участников, по баллам</p>
      <ol className={styles.bars} aria-labelledby="distribution-title">
        {distribution.map(({ from, to, people, own }) => (
          <li key={from} data-own={own || undefined}>
            <span className={styles.range}>
              {from}–{to}
            </span>
            <progress className={styles.bar} value={people} max={most} aria-hidden="true" />
            <span>
              {counted(people, 'человек', 'человека', 'человек')}
              {own && (
                <>
                  <VisuallyHidden>, </VisuallyHidden>
                  <strong> вы здесь</strong>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
