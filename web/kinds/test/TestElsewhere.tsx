import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { askTakeOverCode, type RunningAttempt, takeTestOver } from './queries.ts'
import styles from './TestRun.module.css'
import { isDeviceKept } from './this-device.ts'

interface TestElsewhereProps {
  stageId: number
  attempt: RunningAttempt
  onTaken: () => void
}

/** The attempt is on another device. It continues here after a code, with everything that is saved. */
export function TestElsewhere({ stageId, attempt, onTaken }: TestElsewhereProps) {
  const [code, setCode] = useState('')
  const asking = useMutation({ mutationFn: () => askTakeOverCode(stageId) })
  const taking = useMutation({ mutationFn: (typed: string) => takeTestOver(stageId, typed), onSuccess: onTaken })
  const last = attempt.last_answer_at === null ? null : parseWire(attempt.last_answer_at)
  const error = taking.error ?? asking.error
  return (
    <Card as="section" className={styles.card} aria-labelledby="elsewhere-title">
      <Heading level={2} id="elsewhere-title">
        Тест идёт на другом устройстве
      </Heading>
      <p>
        {last ? (
          <Moments
            text={`Последний сохранённый ответ — ${showMoscowTime(last)}. С ответом ${outOf(attempt.answered, attempt.questions)}.`}
          />
        ) : (
          'Сохранённых ответов пока нет.'
        )}{' '}
        Время идёт. Продолжить можно там или перенести тест сюда: придёт код.
      </p>
      {!isDeviceKept() && (
        <p>
          Если вы начали здесь же: браузер ничего не хранит и после перезагрузки страницы становится для нас новым
          устройством. Код вернёт вас в тест.
        </p>
      )}
      {asking.data ? (
        <>
          <CodeField
            name="code"
            label="Код"
            hint={`Отправили на ${asking.data.sent_to}`}
            value={code}
            onChange={setCode}
            onComplete={(typed) => taking.mutate(typed)}
          />
          <Button pending={taking.isPending} pendingText="Переносим…" onClick={() => taking.mutate(code)}>
            Продолжить здесь
          </Button>
        </>
      ) : (
        <Button pending={asking.isPending} pendingText="Отправляем код…" onClick={() => asking.mutate()}>
          Получить код и продолжить здесь
        </Button>
      )}
      {error && (
        <Notice tone="danger" role="alert">
          {failureText(error)}
        </Notice>
      )}
    </Card>
  )
}
