import { useQuery, useQueryClient } from '@tanstack/react-query'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { EntryCodeForm } from '#web/accounts/registration/EntryCodeForm.tsx'
import { Receipt } from '#web/kinds/screen/Receipt.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { type StageDetails, workKey } from '#web/stages/queries.ts'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { useHandIn } from '#web/stages/use-hand-in.ts'
import { ApplicationEditor } from './ApplicationEditor.tsx'
import {
  type Application,
  apply,
  enterByCode,
  ownNamesQuery,
  type RegistrationNotice,
  registrationFormQuery,
  registrationNoticeQuery,
  returnedApplicationQuery,
} from './queries.ts'
import styles from './RegistrationScreen.module.css'

/** Applying to a competition with an existing account; afterwards the status of the application. */
export default function RegistrationScreen(props: StageScreenProps) {
  const { competition, stageId } = props
  const form = useQuery(registrationFormQuery(competition))
  const notice = useQuery(registrationNoticeQuery(competition))
  const names = useQuery(ownNamesQuery)
  const returned = useQuery(returnedApplicationQuery(stageId))
  const handIn = useHandIn<Application>({
    stageId,
    send: (application, key) => apply(stageId, application, key),
    alsoChanges: [['competitions']],
  })
  return (
    <StageShell
      stageId={stageId}
      of={[form, notice, names, returned]}
      loading="Загружаем заявку…"
      failed="Заявка не загрузилась"
    >
      {(stage, questions, dates, ownNames, before) => {
        const done = handIn.data !== undefined
        if (done || (stage.status !== 'available' && stage.status !== 'in_progress'))
          return <Standing {...props} stage={stage} fresh={done} notice={dates} />
        return (
          <ApplicationEditor
            competition={competition}
            stage={stage}
            form={questions}
            notice={dates}
            names={ownNames}
            returned={before}
            handIn={handIn}
          />
        )
      }}
    </StageShell>
  )
}

interface StandingProps extends StageScreenProps {
  stage: StageDetails
  fresh: boolean
  notice: RegistrationNotice
}

/** The status of the application, or why a person cannot apply. */
function Standing({ competition, track, stage, fresh, notice }: StandingProps) {
  const queries = useQueryClient()
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
          stage={stage}
          title={status === 'success' ? 'Вы зарегистрированы' : 'Заявка подана'}
          fresh={fresh}
        />
      ) : ahead ? (
        <EmptyState title="Регистрация ещё не началась">
          Регистрация откроется <Moments text={showMoscowTime(opens)} />.
        </EmptyState>
      ) : (
        <>
          <EmptyState title={status === 'wait' ? 'Пока нужно подождать' : 'Подать заявку сейчас нельзя'}>
            <Moments text={stage.reason || notice.text} />
          </EmptyState>
          {status === 'timeover' && (
            <EntryCodeForm
              send={(entry_code) => enterByCode(stage.stage_id, entry_code)}
              onDone={() => {
                for (const queryKey of [workKey(stage.stage_id), ['stages'], ['stage'], ['competitions']])
                  void queries.invalidateQueries({ queryKey })
              }}
            />
          )}
        </>
      )}
    </div>
  )
}
