import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { FeedbackRound } from '#shared/kinds/feedback/round.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { trackPath } from '#shared/stages/addresses.ts'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { useStages } from '#web/stages/use-stages.ts'
import styles from './FeedbackScreen.module.css'
import type { FeedbackSettings } from './FeedbackScreen.tsx'
import { useGiveFeedback, useNeverAsk } from './queries.ts'

const maxText = 4000

/** 0 to 10 for the recommendation, and marks from 1 to 5. */
const scores = Array.from({ length: 11 }, (_none, at) => ({ value: String(at), label: scoreWords(at) }))
const marks = ['1, совсем нет', '2, скорее нет', '3, отчасти', '4, скорее да', '5, полностью'].map((label, at) => ({
  value: String(at + 1),
  label,
}))

function scoreWords(score: number): string {
  if (score === 0) return '0, ни за что не посоветую'
  return score === 10 ? '10, обязательно посоветую' : String(score)
}

interface FeedbackFormProps {
  competition: string
  track: string
  stageId: number
  settings: FeedbackSettings
  subject: string
  round: FeedbackRound
  draft: Pick<UseDraft, 'keeper'>
  typed: Readonly<Record<string, unknown>>
}

export function FeedbackForm(props: FeedbackFormProps) {
  const { stageId, settings, subject, round, draft, typed } = props
  const { required, recommend, questions } = settings
  const [said, setSaid] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)])),
  )
  // The promise made at the start holds until the feedback is sent, also when the stage is set otherwise meanwhile.
  const [promise] = useState(() => said.promise ?? (settings.anonymous ? 'anonymous' : 'named'))
  const anonymous = promise === 'anonymous'
  const [attempt, setAttempt] = useState(0)
  const giving = useGiveFeedback(stageId)
  const text = said.text ?? ''
  const faults = {
    recommend: said.recommend ? undefined : 'Выберите оценку',
    text: [...text].length > maxText ? `Сократите до ${maxText} знаков` : undefined,
  }

  const summed = Object.entries(faults).flatMap(([name, message]) => (message ? [{ name, message }] : []))

  function change(name: string, value: string) {
    const next = { ...said, promise, [name]: value }
    setSaid(next)
    draft.keeper.change(next)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    setAttempt((before) => before + 1)
    if (giving.isPending || faults.recommend || faults.text) return
    const given = questions.map((_question, at) => (said[`mark_${at}`] ? Number(said[`mark_${at}`]) : null))
    const opinion = { round, anonymous, recommend: Number(said.recommend), marks: given, text }
    giving.mutate(opinion, { onSuccess: () => draft.keeper.change({}) })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <Notice title={anonymous ? 'Отзыв анонимный' : 'Отзыв с вашим именем'}>
        {anonymous
          ? 'Он сохраняется без имени, номера и времени. Поэтому удалить или изменить его потом нельзя: никто не узнает, какой отзыв ваш. Не называйте себя в тексте.'
          : 'Организаторы увидят, кто его написал, и смогут вам ответить.'}
      </Notice>
      <p>
        {subject
          ? `Этап ${quoted(subject)}, ${round === 'before' ? 'до его итога' : 'после его итога'}`
          : 'О конкурсе в целом'}
        . Займёт две минуты.
      </p>
      <ErrorSummary faults={attempt > 0 ? summed : []} attempt={attempt} />
      <RadioGroup
        look="points"
        name="recommend"
        label={recommend}
        hint="0 — ни за что, 10 — обязательно"
        value={said.recommend ?? ''}
        onChange={(value) => change('recommend', value)}
        options={scores}
        error={attempt > 0 ? faults.recommend : undefined}
      />
      {questions.map((question, at) => (
        <RadioGroup
          key={question}
          look="points"
          name={`mark_${at}`}
          label={question}
          hint="1 — совсем нет, 5 — полностью"
          required={false}
          value={said[`mark_${at}`] ?? ''}
          onChange={(value) => change(`mark_${at}`, value)}
          options={marks}
        />
      ))}
      <TextArea
        name="text"
        label="Что нам исправить в первую очередь"
        required={false}
        limit={maxText}
        value={text}
        onChange={(value) => change('text', value)}
        error={faults.text}
      />
      {giving.error && (
        <Notice tone="danger" role="alert" title={failureText(giving.error)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" pending={giving.isPending} pendingText="Отправляем…">
          Отправить отзыв
        </Button>
        {!required && <Never {...props} />}
      </div>
    </form>
  )
}

function Never({ competition, track, stageId }: FeedbackFormProps) {
  const [asked, setAsked] = useState(false)
  const refusing = useNeverAsk(stageId)
  const navigate = useNavigate()
  const stages = useStages(competition, track)
  async function refuse() {
    await refusing.mutateAsync()
    await navigate({ to: trackPath(competition, track) })
    await stages.refetch()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        Больше не спрашивать
      </Button>
      {asked && (
        <Confirm title="Больше не спрашивать?" act="Не спрашивать" send={refuse} onClose={() => setAsked(false)}>
          <p>Мы никогда больше не попросим у вас отзыв ни об одном этапе. На участие это не влияет.</p>
        </Confirm>
      )}
    </>
  )
}
