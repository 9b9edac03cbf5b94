import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkAct, type BulkActKind, bulkActTitles, decidingKinds } from '#shared/people/bulk-acts/acts.ts'
import { maxInfoblockText, maxInfoblockTitle, maxReason, maxTag } from '#shared/seasons/competitions/limits.ts'
import { AudienceFields } from '#web/people/participants/AudienceFields.tsx'
import { useGivenAudience } from '#web/people/participants/use-given-audience.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { useRight } from '#web/seasons/console/rights.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { type BulkActs, previewOf } from './queries.ts'

const kinds = Object.entries(bulkActTitles).map(([value, label]) => ({ value, label }))
const isDeciding = (kind: string) => (decidingKinds as readonly string[]).includes(kind)

interface BulkActFormProps extends Pick<BulkActs, 'choices' | 'moves'> {
  competition: string
}

/** The people, the act and its reason. Nothing changes before the organiser has seen how many people are affected. */
export function BulkActForm({ competition, choices, moves }: BulkActFormProps) {
  const { asked, audience, onAsk } = useGivenAudience()
  const [kind, setKind] = useState<BulkActKind>('tag')
  const [given, setGiven] = useState({
    tag: '',
    stage: '',
    move: '',
    closes_at: '',
    title: 'Вы отстранены от участия в конкурсе',
    text: '',
    outcome: 'passed' as 'passed' | 'failed',
  })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const give = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }))
  const act = actOf(kind, given)
  const preview = useMutation({ mutationFn: () => previewOf(competition, { ...audience, act }) })
  const faults = { ...faultsOf(act), reason: reason.trim() === '' ? 'Напишите причину' : null }
  const first = Object.entries(faults).find(([, fault]) => fault !== null)?.[0]
  const shown: Faults = tried ? faults : {}
  const look = () => {
    setTried(true)
    if (first === undefined) return preview.mutate()
    const field = document.getElementById(`field-act-${first}`)
    ;(field?.querySelector('button') ?? field)?.focus()
  }
  const common = { shown, given, give }
  const decides = useRight('assessment')
  return (
    <Panel title="Новое действие">
      <form
        className={lists.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!preview.isPending) look()
        }}
      >
        <AudienceFields label="С кем" asked={asked} choices={choices} onAsk={onAsk} />
        <RadioGroup
          name="act-kind"
          label="Что сделать"
          options={kinds.filter(
            ({ value }) => (decides || !isDeciding(value)) && (value !== 'move' || moves.length > 0),
          )}
          value={kind}
          onChange={(value) => setKind(value as BulkActKind)}
        />
        {(kind === 'tag' || kind === 'untag') && <TagFields {...common} known={choices.tags} isNew={kind === 'tag'} />}
        {kind === 'extend' && <ExtendFields {...common} stages={choices.stages} />}
        {kind === 'move' && <MoveFields {...common} moves={moves} />}
        {kind !== 'move' && isDeciding(kind) && <DecideFields {...common} kind={kind} stages={choices.stages} />}
        {kind === 'disqualify' && <DisqualifyFields {...common} />}
        <TextArea
          name="act-reason"
          label="Причина"
          hint={
            kind === 'extend' || isDeciding(kind)
              ? 'Её прочитают участники'
              : 'Останется в истории каждого участника, сам он её не прочитает'
          }
          rows={2}
          limit={maxReason}
          error={shown.reason ?? null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={preview.error} />
        <Button type="submit" pending={preview.isPending}>
          Посмотреть, что изменится
        </Button>
      </form>
      {preview.data && (
        <PreviewDialog
          competition={competition}
          preview={preview.data}
          asked={{ ...audience, act, reason: reason.trim() }}
          onClose={() => preview.reset()}
          onAsked={() => {
            preview.reset()
            setReason('')
            setTried(false)
          }}
        />
      )}
    </Panel>
  )
}

interface Given {
  tag: string
  stage: string
  /** The stage and the track to move to, with a line break between them. */
  move: string
  closes_at: string
  title: string
  text: string
  outcome: 'passed' | 'failed'
}

function actOf(kind: BulkActKind, { tag, stage, move, closes_at, title, text, outcome }: Given): BulkAct {
  switch (kind) {
    case 'move': {
      const [at = '', track = ''] = move.split('\n')
      return { kind, stage: at, track }
    }
    case 'extend':
      return { kind, stage, closes_at }
    case 'result':
      return { kind, stage, outcome }
    case 'return':
    case 'annul':
      return { kind, stage }
    case 'disqualify':
      return { kind, title: title.trim(), text: text.trim() }
    default:
      return { kind, tag: tag.trim() }
  }
}

type Faults = Record<string, string | null>

function faultsOf(act: BulkAct): Faults {
  const missing = (value: string, words: string) => (value === '' ? words : null)
  switch (act.kind) {
    case 'extend':
      return {
        stage: missing(act.stage, 'Выберите этап'),
        closes_at: missing(act.closes_at, 'Напишите день и время'),
      }
    case 'result':
    case 'return':
    case 'annul':
      return { stage: missing(act.stage, 'Выберите этап') }
    case 'move':
      return { move: missing(act.track, 'Выберите трек') }
    case 'disqualify':
      return {
        title: missing(act.title, 'Напишите заголовок'),
        text: missing(act.text, 'Напишите, что прочитают участники'),
      }
    default:
      return { tag: missing(act.tag, 'Напишите метку') }
  }
}

interface FieldsProps {
  shown: Faults
  given: Given
  give: (change: Partial<Given>) => void
}

/** A tag may be new when it is given; only a known one can be taken away. */
function TagFields({ shown, given, give, known, isNew }: FieldsProps & { known: readonly string[]; isNew: boolean }) {
  if (!isNew)
    return (
      <Select
        name="act-tag"
        label="Метка"
        options={known.map((tag) => ({ value: tag, label: tag }))}
        error={shown.tag ?? null}
        value={known.includes(given.tag) ? given.tag : ''}
        onChange={(tag) => give({ tag })}
      />
    )
  return (
    <TextField
      name="act-tag"
      label="Метка"
      hint={known.length > 0 ? `Уже есть: ${known.join(', ')}` : 'Её видят только организаторы'}
      maxLength={maxTag}
      error={shown.tag ?? null}
      value={given.tag}
      onChange={(tag) => give({ tag })}
    />
  )
}

function ExtendFields({ shown, given, give, stages }: FieldsProps & { stages: BulkActs['choices']['stages'] }) {
  return (
    <>
      <Select
        name="act-stage"
        label="Какой этап продлить"
        options={stages.map(({ id, value }) => ({ value: id, label: value }))}
        error={shown.stage ?? null}
        value={given.stage}
        onChange={(stage) => give({ stage })}
      />
      <DateTimeField
        name="act-closes_at"
        label="Новый срок"
        hint="По московскому времени. Кому срок уже дан позже, у того он не изменится"
        error={shown.closes_at ?? null}
        value={given.closes_at}
        onChange={(closes_at) => give({ closes_at })}
      />
    </>
  )
}

const consequences: Partial<Record<BulkActKind, string>> = {
  return: 'Участник снова сможет работать и сдать ещё раз, пока этап открыт. Если срок прошёл, продлите его отдельно',
  annul: 'Этап снова будет ждать решения; сданное останется',
}
const outcomes = [
  { value: 'passed', label: 'Пройден' },
  { value: 'failed', label: 'Не пройден' },
]

/** The fields of a decision about people. It takes effect only after another organiser confirms it. */
function DecideFields({
  shown,
  given,
  give,
  kind,
  stages,
}: FieldsProps & { kind: BulkActKind; stages: BulkActs['choices']['stages'] }) {
  return (
    <>
      <Select
        name="act-stage"
        label="Какой этап"
        hint={consequences[kind]}
        options={stages.map(({ id, value }) => ({ value: id, label: value }))}
        error={shown.stage ?? null}
        value={given.stage}
        onChange={(stage) => give({ stage })}
      />
      {kind === 'result' && (
        <RadioGroup
          name="act-outcome"
          label="Результат"
          options={outcomes}
          value={given.outcome}
          onChange={(outcome) => give({ outcome: outcome as Given['outcome'] })}
        />
      )}
      <p className={lists.quiet}>Решение подействует, когда его подтвердит другой организатор.</p>
    </>
  )
}

/** The target of a move. A season with several stages at which a track is chosen names the stage, too. */
function MoveFields({ shown, given, give, moves }: FieldsProps & Pick<BulkActs, 'moves'>) {
  const options = moves.flatMap(({ id, value: stage, tracks }) =>
    tracks.map(({ id: track, value }) => ({
      value: `${id}\n${track}`,
      label: moves.length > 1 ? `${value} (${stage})` : value,
    })),
  )
  return (
    <>
      <Select
        name="act-move"
        label="В какой трек"
        hint="Что сделано в прежнем треке, сохранится, но скроется. Кому не хватит мест, тот останется где был"
        options={options}
        error={shown.move ?? null}
        value={given.move}
        onChange={(move) => give({ move })}
      />
      <p className={lists.quiet}>Перевод подействует, когда его подтвердит другой организатор.</p>
    </>
  )
}

function DisqualifyFields({ shown, given, give }: FieldsProps) {
  return (
    <>
      <TextField
        name="act-title"
        label="Заголовок для участников"
        maxLength={maxInfoblockTitle}
        error={shown.title ?? null}
        value={given.title}
        onChange={(title) => give({ title })}
      />
      <TextArea
        name="act-text"
        label="Текст для участников"
        hint="Что произошло и куда обратиться, если это ошибка"
        rows={4}
        limit={maxInfoblockText}
        error={shown.text ?? null}
        value={given.text}
        onChange={(text) => give({ text })}
      />
    </>
  )
}
