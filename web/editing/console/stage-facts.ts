import { textOf } from '#shared/forms/fields/field.ts'
import { partsOf } from '#shared/stages/gate-in-words.ts'
import type { EditedStage } from '#web/seasons/console/queries.ts'
import { momentInWords, timeLeft, toDate } from '#web/stages/StagePath/deadline.ts'

type Facts = Pick<EditedStage, 'published' | 'answer' | 'gate' | 'gate_words'>

/** The state of a stage at this moment, by its saved dates: «Идёт», «Ещё не открыт», «Завершён», «Скрыт». */
export function stateOf(
  { published, answer }: Facts,
  now: number,
): { look: 'due' | 'waiting' | 'shut'; words: string } {
  if (!published) return { look: 'shut', words: 'Скрыт' }
  const [opens, closes] = [momentOf(answer.stage_opens_at), momentOf(answer.stage_closes_at)]
  if (opens !== null && toDate(opens).getTime() > now) return { look: 'waiting', words: 'Ещё не открыт' }
  if (closes !== null && toDate(closes).getTime() <= now) return { look: 'shut', words: 'Завершён' }
  return { look: 'due', words: 'Идёт' }
}

/** The dates of a stage as a sentence, with what is left until the next of them. */
export function datesInWords({ answer }: Facts, now: number): string {
  const [opens, closes] = [momentOf(answer.stage_opens_at), momentOf(answer.stage_closes_at)]
  const left = (at: string, ahead: string) => {
    const time = timeLeft(at, now)
    return time === null ? '' : `, ${ahead} ${time}`
  }
  const ahead = opens !== null && toDate(opens).getTime() > now
  const parts = [
    ...(opens === null ? [] : [`с ${momentInWords(opens)}${ahead ? left(opens, 'через') : ''}`]),
    ...(closes === null ? [] : [`до ${momentInWords(closes)}${ahead ? '' : left(closes, 'осталось')}`]),
  ]
  if (parts.length === 0) return 'Открыт без срока'
  const clock = answer.stage_clock === 'participant' ? 'по часам региона участника' : 'по московскому времени'
  const dates = `${parts.join(' ')}, ${clock}`
  return dates.charAt(0).toUpperCase() + dates.slice(1)
}

/** Who may enter, a sentence for each condition; `titles` are those of the stages and tracks by code. */
export function entryInWords({ answer, gate, gate_words }: Facts, titles: ReadonlyMap<string, string>): string[] {
  const named = (value: unknown) =>
    (Array.isArray(value) ? value : []).map((code) => titles.get(textOf(code)) ?? textOf(code))
  const [tracks, before] = [named(answer.stage_tracks), named(answer.stage_requires)]
  return [
    ...(tracks.length > 0 ? [`Только треки: ${tracks.join(', ')}`] : []),
    ...(before.length > 0 ? [`Сначала пройти: ${before.join(', ')}`] : []),
    ...(partsOf(gate).of === 'any' && gate_words.length > 0 ? [gate_words.join(', или: ')] : gate_words),
  ]
}

/** A moment of the form as the portal writes moments; null when it is empty or not whole. */
function momentOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== '' && !Number.isNaN(toDate(text).getTime()) ? text : null
}
