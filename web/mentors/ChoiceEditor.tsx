import { useRef, useState } from 'react'
import {
  type MentorBounds,
  mentorBoundsInWords,
  mentorSelection,
  mentorsChosenInWords,
} from '#shared/mentors/selection.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { DraftConflict } from '#web/platform/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { type UseDraft, useDraft } from '#web/platform/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { ChosenMentors } from './ChosenMentors.tsx'
import { MentorList } from './MentorList.tsx'
import styles from './Mentors.module.css'
import { type Chosen, choiceDraft, choiceInWords, chosenInDraft, type HandedIn, handInChoice } from './queries.ts'

interface ChoiceEditorProps {
  stage: StageDetails
  bounds: MentorBounds
  handedIn: boolean
  onHandedIn: (answer: HandedIn) => void
  /** Back to what was handed in; null before anything was. */
  onBack: (() => void) | null
}

/** The choice under way: first its draft is found, then it goes on. */
export function ChoiceEditor(props: ChoiceEditorProps) {
  const { stage_id: stageId } = props.stage
  const show = useRef<(chosen: Chosen[]) => void>(() => {})
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `mentors/${stageId}`),
    server: choiceDraft(stageId),
    onReplace: (data) => show.current(chosenInDraft(data)),
  })
  if (draft.opened)
    return (
      <Choosing {...props} draft={draft} opened={chosenInDraft(draft.opened)} onShow={(put) => (show.current = put)} />
    )
  if (!draft.error) return <Skeleton lines={8} height="3rem" label="Загружаем черновик…" />
  return (
    <EmptyState
      kind="failed"
      title="Черновик не загрузился"
      action={<Button onClick={draft.openAgain}>Повторить</Button>}
    >
      {failureText(draft.error)}
    </EmptyState>
  )
}

type ChoosingProps = ChoiceEditorProps & {
  draft: UseDraft
  opened: Chosen[]
  onShow: (put: (chosen: Chosen[]) => void) => void
}

function Choosing({ stage, bounds, handedIn, onHandedIn, onBack, draft, opened, onShow }: ChoosingProps) {
  const { keeper, state } = draft
  const [chosen, setChosen] = useState(opened)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [keyOf] = useState(idempotencyKeys)
  const refused = useRef<HTMLDivElement>(null)
  onShow(setChosen)
  const { mayAdd, fault, missing } = mentorSelection(chosen.length, bounds)

  function change(next: Chosen[]): void {
    setChosen(next)
    setRefusal(null)
    keeper.change({ chosen: next })
  }

  function refuse(words: string): void {
    setRefusal(words)
    requestAnimationFrame(() => {
      refused.current?.scrollIntoView({ block: 'center' })
      refused.current?.focus({ preventScroll: true })
    })
  }

  async function handIn(): Promise<void> {
    if (sending) return
    if (fault === 'too_few')
      return refuse(`Выбрано слишком мало: добавьте ещё ${missing}. ${mentorBoundsInWords(bounds)}.`)
    if (fault === 'too_many') return refuse(`Выбрано слишком много. ${mentorBoundsInWords(bounds)}.`)
    setSending(true)
    setRefusal(null)
    try {
      await keeper.flush()
      const answer = await handInChoice(stage.stage_id, chosen, keyOf([chosen, stage.receipt?.number]))
      await keeper.finish()
      if (answer) onHandedIn(answer)
    } catch (error) {
      refuse(failureText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handIn()
      }}
    >
      <DraftConflict
        conflict={state.conflict}
        inWords={(data) => choiceInWords(chosenInDraft(data))}
        onChoose={keeper.choose}
      />
      <p className={styles.lead}>
        {mentorBoundsInWords(bounds)}. Первым поставьте того, с кем хотите работать больше всего: порядок учитывается.
        {handedIn && ' Пока вы не сдадите выбор ещё раз, действует прежний.'}
      </p>
      {refusal && (
        <div ref={refused} tabIndex={-1} className={styles.refusal}>
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        </div>
      )}
      <ChosenMentors chosen={chosen} onChange={change} />
      <MentorList
        stageId={stage.stage_id}
        chosen={chosen.map(({ mentor }) => mentor.id)}
        mayAdd={mayAdd}
        onChoose={(mentor) => change([...chosen, { mentor, reasons: [], comment: '' }])}
      />
      <div className={styles.bar}>
        <div className={styles.progress}>
          <p className={styles.counter} role="status">
            {mentorsChosenInWords(chosen.length, bounds)}
          </p>
          <DraftStatus state={state} />
        </div>
        <div className={styles.actions}>
          {onBack && (
            <Button kind="quiet" size="s" disabled={sending} onClick={() => void keeper.flush().then(onBack)}>
              Вернуться
            </Button>
          )}
          <Button type="submit" pending={sending} pendingText="Сдаём выбор…">
            Сдать выбор
          </Button>
        </div>
      </div>
    </form>
  )
}
