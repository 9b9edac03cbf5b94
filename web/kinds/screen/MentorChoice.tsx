import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Receipt } from '#web/kinds/screen/Receipt.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ChoiceEditor } from '#web/programme/mentors/ChoiceEditor.tsx'
import { ChosenSummary } from '#web/programme/mentors/ChosenSummary.tsx'
import { MentorAnswers } from '#web/programme/mentors/MentorAnswers.tsx'
import styles from '#web/programme/mentors/Mentors.module.css'
import { type Choice, type Chosen, choiceQuery, chosenOf, handInChoice } from '#web/programme/mentors/queries.ts'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { StageDetails } from '#web/stages/queries.ts'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { type HandIn, useHandIn } from '#web/stages/use-hand-in.ts'

/** The choice of mentors, and after the hand-in its result. */
export default function MentorChoice(props: StageScreenProps) {
  const { stageId } = props
  const choice = useQuery(choiceQuery(stageId))
  const handIn = useHandIn<readonly Chosen[]>({ stageId, send: (chosen, key) => handInChoice(stageId, chosen, key) })
  return (
    <div className={styles.page}>
      <StageShell
        stageId={stageId}
        of={[choice]}
        loading="Загружаем наставников…"
        failed="Список наставников не загрузился"
      >
        {(stage, loaded) => <ChoicePlace {...props} stage={stage} choice={loaded} handIn={handIn} />}
      </StageShell>
    </div>
  )
}

interface ChoicePlaceProps extends StageScreenProps {
  stage: StageDetails
  choice: Choice
  handIn: HandIn<readonly Chosen[]>
}

function ChoicePlace({ competition, track, stage, choice, handIn }: ChoicePlaceProps) {
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const handedIn = choice.handed_in_at !== null || Boolean(handIn.data)

  if (choice.may_change && (!handedIn || changing))
    return (
      <ChoiceEditor
        stage={stage}
        bounds={choice}
        handedIn={handedIn}
        handIn={handIn}
        onHandedIn={() => setChanging(false)}
        onBack={
          handedIn
            ? async () => {
                await queries.invalidateQueries({ queryKey: choiceQuery(stage.stage_id).queryKey })
                setChanging(false)
              }
            : null
        }
      />
    )
  return (
    <>
      <Decision decision={stage.decision} />
      {choice.changed_since_hand_in && (
        <Notice tone="warning" title="После сдачи вы изменили выбор, но не сдали его">
          Учитывается то, что было сдано. {choice.may_change && 'Чтобы учесть правки, сдайте выбор ещё раз.'}
        </Notice>
      )}
      {handedIn && (
        <Receipt
          competition={competition}
          track={track}
          stage={stage}
          title="Выбор сдан"
          fresh={Boolean(handIn.data)}
        />
      )}
      <MentorAnswers choice={choice} />
      {choice.choosed_mentors.length > 0 ? (
        <ChosenSummary
          title={handedIn && !choice.changed_since_hand_in ? 'Вы выбрали' : 'Черновик выбора'}
          chosen={chosenOf(choice)}
        />
      ) : stage.status === 'success' && !stage.receipt ? (
        <EmptyState title="Выбор не понадобился">Этап засчитан без него, выбирать никого не нужно.</EmptyState>
      ) : (
        <EmptyState title="Вы никого не выбрали">
          <Moments text={stage.reason || 'Сейчас этот этап закрыт.'} />
        </EmptyState>
      )}
      {choice.may_change && (
        <div>
          <Button kind="secondary" onClick={() => setChanging(true)}>
            Изменить выбор
          </Button>
        </div>
      )}
    </>
  )
}
