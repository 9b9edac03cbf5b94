import { Suspense, useRef, useState } from 'react'
import type { FileAnswer, FormField } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import { FilesView } from '#web/forms/fields/late-files.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { fieldId } from '#web/platform/ui/Field.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails, WorkToHandIn } from '#web/stages/queries.ts'
import { Refusal } from '#web/stages/Refusal.tsx'
import type { HandIn } from '#web/stages/use-hand-in.ts'
import { useWorkDraft } from '#web/stages/use-stage-work.ts'
import styles from './ChooseTracks.module.css'
import { NotApproved } from './NotApproved.tsx'
import { type Choice, choiceIn, type Tracks } from './queries.ts'
import { TrackCard } from './TrackCard.tsx'
import { TrackOrder } from './TrackOrder.tsx'

const noLetter = 'Приложите письмо'

interface TrackChoiceProps {
  competition: string
  stage: StageDetails
  tracks: Tracks
  handIn: HandIn<WorkToHandIn>
  onDone: () => void
  /** Leaves the choice as it was; null before the first one. */
  onBack: (() => void) | null
}

/** Loads the draft, then opens the choice. */
export function TrackChoice(props: TrackChoiceProps) {
  const { competition, stage, tracks } = props
  const show = useRef<(choice: Choice) => void>(() => {})
  const place = { competition, code: stage.code, stageId: stage.stage_id }
  const draft = useWorkDraft(place, (data) => show.current(choiceIn(data, tracks.tracks)))
  const opened = { data: draft.opened ?? undefined, error: draft.error, refetch: draft.openAgain }
  return (
    <QueryStates of={[opened]} loading="Загружаем черновик…" failed="Черновик не загрузился" height="3rem">
      {(data) => {
        const kept = choiceIn(data, tracks.tracks)
        const begun = kept.tracks.length > 0 ? kept : { ...kept, tracks: [...tracks.chosen] }
        return <Choosing {...props} draft={draft} opened={begun} onShow={(put) => (show.current = put)} />
      }}
    </QueryStates>
  )
}

type ChoosingProps = TrackChoiceProps & {
  draft: UseDraft
  opened: Choice
  onShow: (put: (choice: Choice) => void) => void
}

function Choosing({ stage, tracks, handIn, onDone, onBack, draft, opened, onShow }: ChoosingProps) {
  const { keeper, state } = draft
  const [choice, setChoice] = useState(opened)
  const [attempt, setAttempt] = useState(0)
  const [wrong, setWrong] = useState<string | null>(null)
  onShow(setChoice)
  const { max, captain } = tracks
  const { tracks: codes, letter } = choice
  const titleOf = (code: string) => tracks.tracks.find((track) => track.code === code)?.title ?? code
  const asksLetter = codes.some((code) => tracks.tracks.find((track) => track.code === code)?.letter)
  const refused = isFailure(handIn.error) ? (handIn.error.fields.letter?.message ?? null) : null
  const badLetter = wrong === noLetter ? wrong : refused

  function change(more: Partial<Choice>): void {
    const next = { ...choice, ...more }
    setChoice(next)
    setWrong(null)
    if (handIn.isError) handIn.reset()
    keeper.change({ ...next })
  }

  function toggle(code: string): void {
    if (codes.includes(code)) change({ tracks: codes.filter((each) => each !== code) })
    else change({ tracks: max === 1 ? [code] : [...codes, code] })
  }

  function send(): void {
    if (handIn.isPending) return
    setAttempt((before) => before + 1)
    const lacks = codes.length === 0 ? 'Выберите трек' : asksLetter && letter.length === 0 ? noLetter : null
    setWrong(lacks)
    if (lacks) return
    const data = { tracks: codes, ...(asksLetter && { letter }) }
    handIn.mutate(
      { body: { data, form_version: 0 }, draft: keeper, since: stage.receipt?.number },
      { onSuccess: onDone },
    )
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
        inWords={(data) =>
          choiceIn(data, tracks.tracks).tracks.map((code, at) => ({
            ...{ section: 'Выбор', label: `Приоритет ${at + 1}`, value: titleOf(code) },
          }))
        }
        onChoose={keeper.choose}
      />
      <NotApproved stage={stage} />
      <div className={styles.lead}>
        <p>
          {max === 1
            ? 'Выберите один трек.'
            : `Назовите до ${counted(max, 'трека', 'треков', 'треков')}: первым тот, что важнее всех.`}{' '}
          Пока этап открыт, выбор можно изменить.
          {onBack && ' Пока вы не подтвердите новый, действует прежний.'}
        </p>
        {tracks.method && (
          <p>
            {tracks.method}
            {tracks.score_of && ` Баллы берут с этапа «${tracks.score_of}».`}
          </p>
        )}
        {tracks.method === null && max > 1 && (
          <p>Места раздаются сразу: вас запишут в первый из названных треков, где есть место.</p>
        )}
        {tracks.usual && <p>Кто не выберет до закрытия, попадёт в трек «{tracks.usual}».</p>}
        {captain?.me && captain.mates > 0 && (
          <p>
            Вы выбираете за всю команду: места нужны вам и ещё {counted(captain.mates, 'человеку', 'людям', 'людям')}.
            Личный выбор участников команды перестанет действовать.
          </p>
        )}
      </div>
      {badLetter ? (
        <ErrorSummary
          title="Выбор не подтверждён"
          attempt={attempt}
          faults={[{ name: field.name, message: badLetter }]}
        />
      ) : (
        (wrong ?? handIn.error) && <Refusal key={attempt} error={wrong ?? handIn.error} />
      )}
      {tracks.tracks.some(({ offered }) => offered) && (
        <Notice title="Другие треки вам не подходят">Но один открыт для всех: он отмечен ниже.</Notice>
      )}
      {max > 1 && <TrackOrder codes={codes} titleOf={titleOf} onChange={(next) => change({ tracks: next })} />}
      <section className={styles.section}>
        <Heading level={2}>Треки</Heading>
        <ul className={styles.cards}>
          {tracks.tracks.map((track) => {
            const picked = codes.includes(track.code)
            const mine = track.code === tracks.track
            const place = max > 1 ? `Приоритет ${codes.indexOf(track.code) + 1}` : 'Выбран'
            const words = picked ? place : 'Выбрать'
            const full = track.left === 0 && !mine && tracks.method === null && max === 1
            return (
              <TrackCard key={track.code} track={track} mine={mine}>
                {track.fits === 'yes' && (
                  <Button
                    kind={picked ? 'primary' : 'secondary'}
                    aria-pressed={picked}
                    aria-label={`${words}: ${track.title}`}
                    disabled={!picked && (full || (max > 1 && codes.length >= max))}
                    onClick={() => toggle(track.code)}
                  >
                    {words}
                  </Button>
                )}
              </TrackCard>
            )
          })}
        </ul>
      </section>
      {asksLetter && <Letter value={letter} error={badLetter} onChange={(next) => change({ letter: next })} />}
      <div className={styles.bar}>
        <div className={styles.progress}>
          <p className={styles.counter} role="status">
            {codes.length === 0 ? 'Пока ничего не выбрано' : codes.map(titleOf).join(', ')}
          </p>
          <DraftStatus state={state} />
        </div>
        <div className={styles.actions}>
          {onBack && (
            <Button kind="quiet" size="s" disabled={handIn.isPending} onClick={() => void keeper.flush().then(onBack)}>
              Вернуться
            </Button>
          )}
          <Button type="submit" pending={handIn.isPending} pendingText="Отправляем выбор…">
            Подтвердить выбор
          </Button>
        </div>
      </div>
    </form>
  )
}

const field: FormField = {
  name: 'letter',
  label: 'Письмо',
  hint: 'От вашей организации, с подписью.',
  view: 'file',
  files: { max_files: 1 },
}

interface LetterProps {
  value: FileAnswer[]
  error: string | null
  onChange: (files: FileAnswer[]) => void
}

/** An upload may end long after it began, so the file goes to the choice as it is then. */
function Letter({ value, error, onChange }: LetterProps) {
  const latest = useRef(onChange)
  latest.current = onChange
  const keep = (files: unknown) => latest.current((files as FileAnswer[]).slice(-1))
  return (
    <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
      <FilesView
        store={{ field: () => ({ value }), set: (_name, files) => keep(files) }}
        field={field}
        props={{
          ...{
            label: field.label,
            name: field.name,
            id: fieldId(field.name),
            value,
            onChange: keep,
            onBlur: () => undefined,
          },
          ...{ error, hint: field.hint, required: true, disabled: false, readOnly: false },
        }}
      />
    </Suspense>
  )
}
