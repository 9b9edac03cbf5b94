import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { beginTest, type TestPage, testQuery } from './queries.ts'
import { SystemCheck } from './SystemCheck.tsx'
import styles from './TestRun.module.css'
import { TrialTest } from './TrialTest.tsx'
import { timeAhead } from './test-time.ts'

interface TestStartProps {
  stage: StageDetails
  ifBegun: NonNullable<TestPage['if_begun']>
  onBegun: () => void
}

/** The rules with the time that there would really be, the check of the device and a trial; then the beginning. */
export function TestStart({ stage, ifBegun, onBegun }: TestStartProps) {
  const queries = useQueryClient()
  const [trying, setTrying] = useState(false)
  const [sure, setSure] = useState(false)
  const beginning = useMutation({
    mutationFn: () => beginTest(stage.stage_id),
    onSuccess: (page) => {
      if (page) queries.setQueryData(testQuery(stage.stage_id).queryKey, page)
      onBegun()
    },
  })
  if (trying) return <TrialTest onEnd={() => setTrying(false)} />
  const endsAt = ifBegun.ends_at === null ? null : parseWire(ifBegun.ends_at)
  const time = timeAhead(ifBegun.minutes, endsAt, ifBegun.region_offset)
  return (
    <div className={styles.start}>
      <Card as="section" className={styles.card} aria-labelledby="rules-title">
        <Heading level={2} id="rules-title">
          Если начать сейчас, {time}
        </Heading>
        {ifBegun.cut_short && (
          <Notice tone="warning">Времени меньше обычного: этап закроется раньше, чем прошло бы всё время теста.</Notice>
        )}
        <ul className={styles.rules}>
          <li>Время идёт с начала и не останавливается, даже если страница закрыта или нет связи.</li>
          <li>Каждый ответ сохраняется сам. Без связи он ждёт в этом браузере и уходит, когда она вернётся.</li>
          <li>К любому вопросу можно вернуться и изменить ответ, пока тест не завершён.</li>
          <li>Тест идёт на одном устройстве. Перенести его на другое можно по коду.</li>
          <li>Когда время выйдет, мы примем то, что сохранено. Ответы, что были в пути, принимаются ещё 5 секунд.</li>
          <li>Результат станет известен, когда его опубликуют организаторы.</li>
        </ul>
        {beginning.error && (
          <Notice tone="danger" role="alert">
            {failureText(beginning.error)}
          </Notice>
        )}
        <div className={styles.actions}>
          {sure ? (
            <>
              <Button pending={beginning.isPending} pendingText="Готовим вопросы…" onClick={() => beginning.mutate()}>
                Да, начать: время пойдёт
              </Button>
              <Button kind="secondary" disabled={beginning.isPending} onClick={() => setSure(false)}>
                Ещё не готов
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setSure(true)}>Начать тест</Button>
              <Button kind="secondary" onClick={() => setTrying(true)}>
                Пробный тест
              </Button>
            </>
          )}
        </div>
      </Card>
      <SystemCheck />
    </div>
  )
}
