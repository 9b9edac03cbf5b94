import {
  type Audience,
  groupTitles,
  participantGroups,
  stageSteps,
  stepTitles,
  waitingAges,
} from '#shared/people/participants/audience.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useAskedText } from '#web/platform/use-asked-text.ts'
import styles from './Participants.module.css'

export type AudienceChoices = Answer<'GET /admin/competitions/:competition/participants'>['choices']

/** The filters for people; an empty text means no filter. */
export interface AskedAudience {
  group: string
  track: string
  region: string
  stage: string
  step: string
  tag: string
  /** An answer at the stage, as «question:option». */
  answer: string
  /** How long a hand-in at the stage has waited for a decision. */
  waits: string
  /** Points at the stage, as they are typed. */
  score_from: string
  score_to: string
  /** The number of a single person. */
  person: string
}

export const nobodyAsked: AskedAudience = {
  ...{ group: '', track: '', region: '', stage: '', step: '', tag: '', answer: '', waits: '' },
  ...{ score_from: '', score_to: '', person: '' },
}

/** The audience with only the filters that are set. */
export function audienceOf({ group, track, region, stage, step, tag, person, ...more }: AskedAudience): Audience {
  const answer = stage === '' ? '' : more.answer
  const waits = stage === '' || step !== 'handed_in' ? '' : more.waits
  const texts = Object.entries({ group, track, region, stage, step, tag, answer, waits }).filter(
    ([, value]) => value !== '',
  )
  const scores = stage === '' ? {} : { score_from: more.score_from, score_to: more.score_to }
  const numbers = Object.entries({ ...scores, person }).flatMap(([name, value]) => {
    const number = numberIn(value)
    return number === null ? [] : [[name, number]]
  })
  return Object.fromEntries([...texts, ...numbers]) as Audience
}

/** An audience in an address. */
export const searchOf = (audience: Audience): URLSearchParams =>
  new URLSearchParams(Object.entries(audience).map(([name, value]) => [name, String(value)]))

/** Also reads «12,5»; null for a text that is no number, which then filters nothing. */
function numberIn(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? null : number
}

interface AudienceFieldsProps {
  asked: AskedAudience
  choices: AudienceChoices
  onAsk: (change: Partial<AskedAudience>) => void
  /** The label of the group of fields. */
  label?: string
}

/** The option for no filter, because one option is always chosen. */
const all = { value: 'all', label: 'Все' }
const chosen = (value: string) => (value === all.value ? '' : value)
const groups = [all, ...participantGroups.map((value) => ({ value, label: groupTitles[value] }))]
const steps = stageSteps.map((value) => ({ value, label: stepTitles[value] }))

const ages = [all, ...waitingAges.map(({ id, title }) => ({ value: id, label: title }))]

const tagOption = (tag: string) => ({ value: tag, label: tag })

const optionsOf = (list: AudienceChoices['tracks']) => [
  all,
  ...list.map(({ id, value }) => ({ value: id, label: value })),
]

/** Narrows people by their group, track, region, and how far they have come at a stage. */
export function AudienceFields({ asked, choices, onAsk, label = 'Кого показать' }: AudienceFieldsProps) {
  const answers = choices.stages.find(({ id }) => id === asked.stage)?.answers ?? []
  return (
    <div className={styles.choices}>
      <Select
        label={label}
        name="group"
        options={groups}
        value={asked.group || all.value}
        onChange={(value) => onAsk({ group: chosen(value) })}
      />
      {choices.tracks.length > 1 && (
        <Select
          label="Трек"
          name="track"
          options={optionsOf(choices.tracks)}
          value={asked.track || all.value}
          onChange={(value) => onAsk({ track: chosen(value) })}
        />
      )}
      <Select
        label="Регион"
        name="region"
        options={optionsOf(choices.regions)}
        value={asked.region || all.value}
        onChange={(value) => onAsk({ region: chosen(value) })}
      />
      <Select
        label="Этап"
        name="stage"
        options={optionsOf(choices.stages)}
        value={asked.stage || all.value}
        onChange={(value) =>
          onAsk(
            chosen(value) === ''
              ? { stage: '', step: '', answer: '', waits: '', score_from: '', score_to: '' }
              : { stage: value, step: asked.step || 'begun', answer: '', waits: '' },
          )
        }
      />
      {asked.stage !== '' && (
        <Select
          label="Как продвинулись на этапе"
          name="step"
          options={asked.answer === '' ? steps : [all, ...steps]}
          value={asked.step || (asked.answer === '' ? '' : all.value)}
          onChange={(step) => onAsk({ step: chosen(step), waits: '' })}
        />
      )}
      {asked.stage !== '' && asked.step === 'handed_in' && (
        <Select
          label="Сколько ждут решения"
          name="waits"
          options={ages}
          value={asked.waits || all.value}
          onChange={(value) => onAsk({ waits: chosen(value) })}
        />
      )}
      {asked.stage !== '' && answers.length > 0 && (
        <Select
          label="Ответ в анкете"
          name="answer"
          options={optionsOf(answers)}
          value={asked.answer || all.value}
          onChange={(value) =>
            onAsk({ answer: chosen(value), step: chosen(value) === '' ? asked.step || 'begun' : '' })
          }
        />
      )}
      {asked.stage !== '' && (
        <div className={styles.scores}>
          <ScoreField
            label="Баллы от"
            name="score-from"
            asked={asked.score_from}
            onAsk={(score_from) => onAsk({ score_from })}
          />
          <ScoreField label="до" name="score-to" asked={asked.score_to} onAsk={(score_to) => onAsk({ score_to })} />
        </div>
      )}
      {asked.person !== '' && (
        <p className={styles.only}>
          Только участник {idNumber(asked.person)}{' '}
          <Button kind="quiet" size="s" flush onClick={() => onAsk({ person: '' })}>
            Снять это условие
          </Button>
        </p>
      )}
      {(choices.tags.length > 0 || asked.tag !== '') && (
        <Select
          label="Метка"
          name="tag"
          options={[all, ...[...new Set([...choices.tags, asked.tag])].filter(Boolean).map(tagOption)]}
          value={asked.tag || all.value}
          onChange={(value) => onAsk({ tag: chosen(value) })}
        />
      )}
    </div>
  )
}

interface ScoreFieldProps {
  label: string
  name: string
  asked: string
  onAsk: (text: string) => void
}

function ScoreField({ label, name, asked, onAsk }: ScoreFieldProps) {
  const [typed, setTyped] = useAskedText(asked, onAsk)
  return <TextField label={label} name={name} inputMode="decimal" setting value={typed} onChange={setTyped} />
}
