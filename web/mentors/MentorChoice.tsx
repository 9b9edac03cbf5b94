import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Receipt } from '#web/stages/Receipt.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { afterHandIn, useStage } from '#web/stages/use-stage.ts'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { ChosenSummary } from './ChosenSummary.tsx'
import styles from './Mentors.module.css'
import { type Choice, choiceQuery, chosenOf, type HandedIn } from './queries.ts'

interface MentorChoiceProps {
  competition: string
  track: string
  stageId: number
}

/** Mentors to choose from, and afterwards whom the person has chosen. */
export function MentorChoice({ competition, track, stageId }: MentorChoiceProps) {
  const stage = useStage(stageId)
  const choice = useQuery(choiceQuery(stageId))
  if (stage.data && choice.data)
    return <ChoicePlace competition={competition} track={track} stage={stage.data} choice={choice.data} />
  const failed = stage.error ?? choice.error
  return (
    <>
      {stage.data && <StageHead stage={stage.data} />}
      {failed ? (
        <EmptyState
          kind="failed"
          title="Список наставников не загрузился"
          action={<Button onClick={() => void Promise.all([stage.refetch(), choice.refetch()])}>Повторить</Button>}
        >
          {failureText(failed)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} height="3rem" label="Загружаем наставников…" />
      )}
    </>
  )
}

interface ChoicePlaceProps {
  competition: string
  track: string
  stage: StageDetails
  choice: Choice
}

function ChoicePlace({ competition, track, stage, choice }: ChoicePlaceProps) {
  const queries = useQueryClient()
  const [done, setDone] = useState<HandedIn | null>(null)
  const [changing, setChanging] = useState(false)
  const shown = afterHandIn(stage, done)
  const handedIn = choice.handed_in_at !== null || done !== null

  async function renew(): Promise<void> {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['stages'] }),
      queries.invalidateQueries({ queryKey: ['tracks'] }),
      queries.invalidateQueries({ queryKey: ['stage'] }),
      queries.invalidateQueries({ queryKey: choiceQuery(stage.stage_id).queryKey }),
    ])
  }

  if (choice.may_change && (!handedIn || changing))
    return (
      <div className={styles.page}>
        <StageHead stage={shown} />
        <ChoiceEditor
          stage={stage}
          bounds={choice}
          handedIn={handedIn}
          onHandedIn={(answer) => {
            setDone(answer)
            setChanging(false)
            void renew()
          }}
          onBack={handedIn ? () => void renew().then(() => setChanging(false)) : null}
        />
      </div>
    )
  const receipt = done?.receipt ?? stage.receipt
  return (
    <div className={styles.page}>
      <StageHead stage={shown} />
      <Decision decision={stage.decision} />
      {choice.changed_since_hand_in && (
        <Notice tone="warning" title="После сдачи вы изменили выбор, но не сдали его">
          Учитывается то, что было сдано. {choice.may_change && 'Чтобы учесть правки, сдайте выбор ещё раз.'}
        </Notice>
      )}
      {receipt && handedIn && (
        <Receipt
          competition={competition}
          track={track}
          stageId={stage.stage_id}
          receipt={receipt}
          next={done?.next ?? stage.next}
          title="Выбор сдан"
          fresh={done !== null}
        />
      )}
      {choice.choosed_mentors.length > 0 ? (
        <ChosenSummary
          title={handedIn && !choice.changed_since_hand_in ? 'Вы выбрали' : 'Черновик выбора'}
          chosen={chosenOf(choice)}
        />
      ) : stage.status === 'success' && !receipt ? (
        <EmptyState title="Выбор не понадобился">Этап засчитан без него, выбирать никого не нужно.</EmptyState>
      ) : (
        <EmptyState title="Вы никого не выбрали">{stage.reason || 'Сейчас этот этап закрыт.'}</EmptyState>
      )}
      {choice.may_change && (
        <div>
          <Button kind="secondary" onClick={() => setChanging(true)}>
            Изменить выбор
          </Button>
        </div>
      )}
    </div>
  )
}
