import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Receipt } from '#web/stages/Receipt.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { serverNow } from '#web/stages/server-clock.ts'
import { afterHandIn, useStage } from '#web/stages/use-stage.ts'
import { ApplicationEditor } from './ApplicationEditor.tsx'
import {
  type ApplicationTaken,
  ownNamesQuery,
  type RegistrationForm,
  type RegistrationNotice,
  type ReturnedApplication,
  registrationFormQuery,
  registrationNoticeQuery,
  returnedApplicationQuery,
} from './queries.ts'
import styles from './RegistrationScreen.module.css'

interface RegistrationScreenProps {
  competition: string
  track: string
  stageId: number
}

/** Applying to a competition with an account that one already has; afterwards how the application stands. */
export default function RegistrationScreen({ competition, track, stageId }: RegistrationScreenProps) {
  const stage = useStage(stageId)
  const form = useQuery(registrationFormQuery(competition))
  const notice = useQuery(registrationNoticeQuery(competition))
  const names = useQuery(ownNamesQuery)
  const returned = useQuery(returnedApplicationQuery(stageId))
  const all = [stage, form, notice, names, returned]
  if (stage.data && form.data && notice.data && names.data && returned.data !== undefined) {
    return (
      <RegistrationPlace
        competition={competition}
        track={track}
        stage={stage.data}
        form={form.data}
        notice={notice.data}
        names={names.data}
        returned={returned.data}
      />
    )
  }
  const failed = all.find(({ error }) => error !== null)?.error
  return (
    <>
      {stage.data && <StageHead stage={stage.data} />}
      {failed ? (
        <EmptyState
          kind="failed"
          title="Заявка не загрузилась"
          action={
            <Button onClick={() => void Promise.all(all.filter(({ error }) => error).map(({ refetch }) => refetch()))}>
              Повторить
            </Button>
          }
        >
          {failureText(failed)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} height="3rem" label="Загружаем заявку…" />
      )}
    </>
  )
}

interface RegistrationPlaceProps {
  competition: string
  track: string
  stage: StageDetails
  form: RegistrationForm
  notice: RegistrationNotice
  names: Readonly<Record<string, string>>
  returned: ReturnedApplication
}

function RegistrationPlace({ competition, track, stage, form, notice, names, returned }: RegistrationPlaceProps) {
  const queries = useQueryClient()
  const [done, setDone] = useState<ApplicationTaken | null>(null)
  const working = stage.status === 'available' || stage.status === 'in_progress'

  async function taken(answer: ApplicationTaken) {
    setDone(answer)
    await Promise.all(
      [['stages'], ['tracks'], ['stage'], ['competitions']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }

  if (done || !working) {
    const shown = afterHandIn(stage, done)
    return (
      <>
        <StageHead stage={shown} />
        <Standing competition={competition} track={track} stage={shown} fresh={done !== null} notice={notice} />
      </>
    )
  }
  return (
    <>
      <StageHead stage={stage} />
      <ApplicationEditor
        competition={competition}
        stage={stage}
        form={form}
        notice={notice}
        names={names}
        returned={returned}
        onTaken={(answer) => void taken(answer)}
      />
    </>
  )
}

interface StandingProps {
  competition: string
  track: string
  stage: StageDetails
  fresh: boolean
  notice: RegistrationNotice
}

/** How the application stands, or why none can be made. */
function Standing({ competition, track, stage, fresh, notice }: StandingProps) {
  const { receipt, status } = stage
  const opens = notice.opens_at === null ? null : parseWire(notice.opens_at)
  const ahead = status === 'wait' && opens !== null && opens > serverNow()
  return (
    <div className={styles.standing}>
      {status === 'processing' && (
        <Notice title="Проверяем заявку">Обычно это занимает меньше минуты. Страница обновится сама.</Notice>
      )}
      {status === 'wait' && receipt && (
        <Notice title="Заявка на проверке">
          Ответ придёт письмом и в уведомлениях. Если что-то нужно исправить, мы вернём заявку с замечаниями.
        </Notice>
      )}
      <Decision decision={stage.decision} />
      {receipt ? (
        <Receipt
          competition={competition}
          track={track}
          stageId={stage.stage_id}
          receipt={receipt}
          next={stage.next}
          title={status === 'success' ? 'Вы зарегистрированы' : 'Заявка подана'}
          fresh={fresh}
        />
      ) : ahead ? (
        <EmptyState title="Регистрация ещё не началась">
          Регистрация откроется {showDateTime(opens)} по Москве.
        </EmptyState>
      ) : (
        <EmptyState title={status === 'wait' ? 'Пока нужно подождать' : 'Подать заявку сейчас нельзя'}>
          {stage.reason || notice.text}
        </EmptyState>
      )}
    </div>
  )
}
