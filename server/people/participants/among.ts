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

/** Conditions on a participation `p` at this moment. */
export function among(asked: Audience, stage: SeasonStage | null | undefined, now: Date): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (asked.group) all.push(groups[asked.group])
  if (asked.track !== undefined) all.push(sql`p.track_code = ${asked.track}`)
  if (asked.region !== undefined) all.push(sql`p.region = ${asked.region}`)
  if (asked.tag !== undefined) all.push(sql`${asked.tag} = any(p.tags)`)
  if (asked.person !== undefined)
    all.push(sql`p.account_id = (select a.id from accounts a where a.test_id = ${asked.person})`)
  if (stage !== undefined && (asked.step !== undefined || !asksMore(asked)))
    all.push(atStage(stage, asked.step ?? 'begun'))
  if (asked.waits !== undefined) all.push(waitingAt(stage, asked.waits, now))
  if (asksScore(asked)) all.push(withScore(stage, asked))
  if (asked.answer !== undefined) all.push(withAnswer(stage, asked.answer))
  return all
}

/** Whether the audience has conditions at the stage other than the step. */
const asksMore = (asked: Audience) => asksScore(asked) || asked.answer !== undefined || asked.waits !== undefined

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
  const track = season.tracks.find(({ code }) => code === asked.track)
  const stage = asked.stage === undefined ? undefined : season.byCode.get(asked.stage)
  return [
    asked.person !== undefined ? `Участник ID ${asked.person}` : asked.group ? groupTitles[asked.group] : 'Все',
    ...(asked.track === undefined ? [] : [`трек ${quoted(track?.title ?? asked.track)}`]),
    ...(asked.region === undefined ? [] : [regions.get(asked.region) ?? asked.region]),
    ...(asked.tag === undefined ? [] : [`метка ${quoted(asked.tag)}`]),
    ...(asked.stage === undefined || (asked.step === undefined && asksMore(asked))
      ? []
      : [`${quoted(stage?.title ?? asked.stage)}: ${stepTitles[asked.step ?? 'begun'].toLocaleLowerCase('ru')}`]),
    ...(asked.waits === undefined
      ? []
      : [`${quoted(stage?.title ?? asked.stage ?? '')}: ${waitingInWords(asked.waits)}`]),
    ...(asked.answer === undefined ? [] : [`ответ ${answerInWords(stage, asked.answer)}`]),
    ...(asksScore(asked) ? [`${quoted(stage?.title ?? asked.stage ?? '')}: ${scoreInWords(asked)}`] : []),
  ].join(', ')
}
