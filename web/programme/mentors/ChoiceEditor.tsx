import { useRef, useState } from 'react'
import {
  type MentorBounds,
  mentorBoundsInWords,
  mentorSelection,
  mentorsChosenInWords,
} from '#shared/programme/mentors/selection.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { type UseDraft, useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Refusal } from '#web/stages/Refusal.tsx'
import type { HandIn } from '#web/stages/use-hand-in.ts'
import { ChosenMentors } from './ChosenMentors.tsx'
import { MentorList } from './MentorList.tsx'
import styles from './Mentors.module.css'
import { type Choice, type Chosen, choiceDraft, choiceInWords, chosenInDraft } from './queries.ts'

/** More circles than these would not fit beside the buttons. */
const maxDrawn = 8

interface ChoiceEditorProps {
  stage: StageDetails
  bounds: MentorBounds & Pick<Choice, 'way'>
  handedIn: boolean
  handIn: HandIn<readonly Chosen[]>
  onHandedIn: () => void
  /** Restores the hand-in; null before the first one. */
  onBack: (() => Promise<void>) | null
}

/** Loads the draft, then opens the choice. */
export function ChoiceEditor(props: ChoiceEditorProps) {
  const { stage_id: stageId } = props.stage
  const show = useRef<(chosen: Chosen[]) => void>(() => {})
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `mentors/${stageId}`),
    server: choiceDraft(stageId),
    onReplace: (data) => show.current(chosenInDraft(data)),
  })
  const opened = { data: draft.opened ?? undefined, error: draft.error, refetch: draft.openAgain }
  return (
    <QueryStates of={[opened]} loading="Загружаем черновик…" failed="Черновик не загрузился" height="3rem">
      {(data) => (
        <Choosing {...props} draft={draft} opened={chosenInDraft(data)} onShow={(put) => (show.current = put)} />
      )}
    </QueryStates>
  )
}

type ChoosingProps = ChoiceEditorProps & {
  draft: UseDraft
  opened: Chosen[]
  onShow: (put: (chosen: Chosen[]) => void) => void
}

function Choosing({ stage, bounds, handedIn, handIn, onHandedIn, onBack, draft, opened, onShow }: ChoosingProps) {
  const { keeper, state } = draft
  const [chosen, setChosen] = useState(opened)
  const [attempt, setAttempt] = useState(0)
  /** Set when a hand-in has too few or too many mentors; cleared by the next change. */
  const [wrongCount, setWrongCount] = useState<string | null>(null)
  onShow(setChosen)
  const { mayAdd, fault, missing } = mentorSelection(chosen.length, bounds)
  const refusal = wrongCount ?? handIn.error

  function change(next: Chosen[]): void {
    setChosen(next)
    setWrongCount(null)
    if (handIn.isError) handIn.reset()
    keeper.change({ chosen: next })
  }

  function send(): void {
    if (handIn.isPending) return
    setAttempt((before) => before + 1)
    const limits = mentorBoundsInWords(bounds)
    const wrong =
      fault === 'too_few'
        ? `Выбрано слишком мало: добавьте ещё ${missing}. ${limits}.`
        : fault === 'too_many'
          ? `Выбрано слишком много. ${limits}.`
          : null
    setWrongCount(wrong)
    // The previous receipt distinguishes this hand-in from the same choice handed in earlier.
    if (!wrong) handIn.mutate({ body: chosen, draft: keeper, since: stage.receipt?.number }, { onSuccess: onHandedIn })
  }

  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DraftConflict
        conflict={state.conflict}
        inWords={(data) => choiceInWords(chosenInDraft(data))}
        onChoose={keeper.choose}
      />
      <p className={styles.lead}>
        {mentorBoundsInWords(bounds)}. Первым поставьте того, с кем хотите работать больше всего: порядок учитывается.
        {bounds.way === 'matching'
          ? ' Пары подберут, когда этап закроется: учтут ваш порядок, пожелания наставников и места.'
          : ' Наставники получат ваш выбор сразу: с кем из них вы будете работать, решит первое согласие.'}
        {handedIn && ' Пока вы не сдадите выбор ещё раз, действует прежний.'}
      </p>
      {refusal && <Refusal key={attempt} error={refusal} />}
      <ChosenMentors chosen={chosen} onChange={change} />
      <MentorList
        stageId={stage.stage_id}
        chosen={chosen.map(({ mentor }) => mentor.id)}
        mayAdd={mayAdd}
        onChoose={(mentor) => change([...chosen, { mentor, reasons: [], comment: '' }])}
      />
      <div className={styles.bar}>
        <Picks chosen={chosen} wanted={mayAdd ? Math.max(bounds.max_mentors - chosen.length, missing) : 0} />
        <div className={styles.progress}>
          <p className={styles.counter} role="status">
            {mentorsChosenInWords(chosen.length, bounds)}
          </p>
          <DraftStatus state={state} />
        </div>
        <div className={styles.actions}>
          {onBack && (
            <Button kind="quiet" size="s" disabled={handIn.isPending} onClick={() => void keeper.flush().then(onBack)}>
              Вернуться
            </Button>
          )}
          <Button type="submit" pending={handIn.isPending} pendingText="Сдаём выбор…">
            Сдать выбор
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The choice at a glance: who is chosen, and how many more may be. */
function Picks({ chosen, wanted }: { chosen: readonly Chosen[]; wanted: number }) {
  const drawn = Math.min(wanted, maxDrawn)
  return (
    <div className={styles.picks} aria-hidden="true">
      {chosen.slice(0, maxDrawn).map(({ mentor }) => (
        <Initials key={mentor.id} listedName={mentor.fio} />
      ))}
      {Array.from({ length: drawn }, (_none, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: free places are all alike
        <span key={`free-${at}`} className={styles.pick} />
      ))}
    </div>
  )
}
