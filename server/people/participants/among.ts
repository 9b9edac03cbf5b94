import { type RawBuilder, sql } from 'kysely'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import {
  type Audience,
  groupTitles,
  type ParticipantGroup,
  type StageStep,
  stepTitles,
  type WaitingAge,
  waitingAges,
} from '#shared/people/participants/audience.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { answerInWords, withAnswer } from './answers-at.ts'
import { isStageFor, stepOf } from './step.ts'

/** The stage that an audience names: undefined when it names none, null when there is no such stage. */
export const stageOf = (season: Season, { stage }: Audience): SeasonStage | null | undefined =>
  stage === undefined ? undefined : (season.byCode.get(stage) ?? null)

interface Place {
  stage: SeasonStage | null | undefined
  now: Date
}

interface Named {
  season: Season
  regions: ReadonlyMap<string, string>
  /** The title of the stage, in quotation marks. */
  stage: string
}

interface Narrowing {
  /** A condition on a participation `p`; nothing where this part of the audience does not narrow it. */
  condition(asked: Audience, place: Place): RawBuilder<unknown> | false
  /** The same for lists of messages and exports. */
  words(asked: Audience, named: Named): string | false
}

const isAsked = (asked: Audience, part: keyof Audience) => asked[part] !== undefined
/** A part that narrows only together with the part that handles both. */
const withAnother: Narrowing = { condition: () => false, words: () => false }

/** What each part of an audience does, in the order of its words. A part without a condition and words does not compile. */
const narrowings: Record<keyof Audience, Narrowing> = {
  person: {
    condition: ({ person }) =>
      person !== undefined && sql`p.account_id = (select a.id from accounts a where a.test_id = ${person})`,
    words: ({ person, group }) =>
      person !== undefined ? `Участник ID ${person}` : group === undefined ? 'Все' : groupTitles[group],
  },
  group: { condition: ({ group }) => group !== undefined && groups[group], words: () => false },
  track: {
    condition: ({ track }) => track !== undefined && sql`p.track_code = ${track}`,
    words: ({ track }, { season }) =>
      track !== undefined && `трек ${quoted(season.tracks.find(({ code }) => code === track)?.title ?? track)}`,
  },
  region: {
    condition: ({ region }) => region !== undefined && sql`p.region = ${region}`,
    words: ({ region }, { regions }) => region !== undefined && (regions.get(region) ?? region),
  },
  tag: {
    condition: ({ tag }) => tag !== undefined && sql`${tag} = any(p.tags)`,
    words: ({ tag }) => tag !== undefined && `метка ${quoted(tag)}`,
  },
  stage: {
    condition: (asked, { stage }) => stage !== undefined && asksStep(asked) && atStage(stage, asked.step ?? 'begun'),
    words: (asked, { stage }) =>
      isAsked(asked, 'stage') &&
      asksStep(asked) &&
      `${stage}: ${stepTitles[asked.step ?? 'begun'].toLocaleLowerCase('ru')}`,
  },
  step: withAnother,
  waits: {
    condition: ({ waits }, { stage, now }) => waits !== undefined && waitingAt(stage, waits, now),
    words: ({ waits }, { stage }) => waits !== undefined && `${stage}: ${waitingInWords(waits)}`,
  },
  answer: {
    condition: ({ answer }, { stage }) => answer !== undefined && withAnswer(stage, answer),
    words: ({ answer, stage }, { season }) =>
      answer !== undefined &&
      `ответ ${answerInWords(stage === undefined ? undefined : season.byCode.get(stage), answer)}`,
  },
  score_from: {
    condition: (asked, { stage }) => asksScore(asked) && withScore(stage, asked),
    words: (asked, { stage }) => asksScore(asked) && `${stage}: ${scoreInWords(asked)}`,
  },
  score_to: withAnother,
}

/** Conditions on a participation `p` at this moment. */
export const among = (asked: Audience, stage: SeasonStage | null | undefined, now: Date): RawBuilder<unknown>[] => [
  sql`true`,
  ...Object.values(narrowings).flatMap(({ condition }) => condition(asked, { stage, now }) || []),
]

/** Whether the step at the stage narrows the list: by default it does where nothing else at the stage is asked. */
const asksStep = (asked: Audience) =>
  isAsked(asked, 'step') || !(asksScore(asked) || isAsked(asked, 'answer') || isAsked(asked, 'waits'))

const asksScore = ({ score_from, score_to }: Audience) => score_from !== undefined || score_to !== undefined

/** People whose score at the stage is within these bounds, both included; nobody without a stage. */
function withScore(stage: SeasonStage | null | undefined, { score_from, score_to }: Audience): RawBuilder<unknown> {
  if (!stage) return sql`false`
  return sql`exists (select from stage_results r where r.account_id = p.account_id and r.stage_id = ${stage.id}
    and r.score >= ${score_from ?? '-Infinity'}::numeric and r.score <= ${score_to ?? 'Infinity'}::numeric)`
}

/** People who have handed in at the stage and wait for a decision this long; nobody without a stage. */
function waitingAt(stage: SeasonStage | null | undefined, waits: WaitingAge, now: Date): RawBuilder<unknown> {
  if (!stage) return sql`false`
  const place = waitingAges.findIndex(({ id }) => id === waits)
  const from = waitingAges[place]?.from ?? 0
  const until = waitingAges[place + 1]?.from
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  return sql`${atStage(stage, 'handed_in')} and exists (
    select from stage_facts f where f.account_id = p.account_id and f.stage_id = ${stage.id}
      ${from > 0 ? sql`and f.submitted_at <= ${before(from)}` : sql``}
      ${until === undefined ? sql`` : sql`and f.submitted_at > ${before(until)}`})`
}

const groups: Record<ParticipantGroup, RawBuilder<unknown>> = {
  participants: sql`p.door = 'participant'`,
  supporters: sql`p.door = 'supporter'`,
  finalists: sql`p.finalist_at is not null`,
  disqualified: sql`p.disqualified_at is not null`,
}

function atStage(stage: SeasonStage | null, step: StageStep): RawBuilder<unknown> {
  // Nobody is at an unknown stage.
  if (stage === null) return sql`false`
  const facts = sql`select from stage_facts f where f.account_id = p.account_id and f.stage_id = ${stage.id}`
  const at =
    step === 'not_begun'
      ? sql`not exists (${facts} and ${stepOf} <> 'not_begun')`
      : sql`exists (${facts} and ${stepOf} = ${step})`
  return sql`${isStageFor(stage)} and ${at}`
}

/** «ждут решения больше недели» */
const waitingInWords = (waits: WaitingAge) =>
  `ждут решения ${waitingAges.find(({ id }) => id === waits)?.title.toLocaleLowerCase('ru')}`

const scoreInWords = ({ score_from, score_to }: Audience) =>
  [score_from !== undefined && `от ${score_from}`, score_to !== undefined && `до ${score_to}`, 'баллов']
    .filter(Boolean)
    .join(' ')

/** «Финалисты, Камчатский край, «Эссе»: начали и не сдали», for lists of messages and exports. */
export function audienceInWords(season: Season, regions: ReadonlyMap<string, string>, asked: Audience): string {
  const code = asked.stage ?? ''
  const stage = quoted(season.byCode.get(code)?.title ?? code)
  return Object.values(narrowings)
    .flatMap(({ words }) => words(asked, { season, regions, stage }) || [])
    .join(', ')
}
