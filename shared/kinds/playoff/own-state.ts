import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { isThird, type Place, roundInside, roundName } from './bracket.ts'

export type MatchState = 'scheduled' | 'live' | 'judging' | 'decided' | 'walkover' | 'annulled'

/** A match of one person or team; the matches are listed in playing order. */
export interface OwnMatch extends Place {
  state: MatchState
  /** The result is published. */
  shown: boolean
  starts_at: string | null
  paused: boolean
  opponent: 'known' | 'unknown' | 'bye'
  /** Null while nothing is published, and when nobody came. */
  won: boolean | null
  /** The winner of this match has not begun the next one: if the winner drops out, the loser takes the place. */
  next_open: boolean
  /** The organiser's reason for the end of the match. */
  reason: string
}

/** What is known about a person at a stage of this kind. */
export interface OwnPlayoff {
  drawn: boolean
  entrant: { dropped: string | null } | null
  rounds: number
  /** The number of best places that pass the stage. */
  passes: number
  lucky: boolean
  matches: OwnMatch[]
}

export interface OwnState {
  status: StageStatus
  reason: string
  /** The bracket cannot change this state any more. */
  over: boolean
}

/** The status of a person in the bracket, with its sentence. */
export function ownState({ drawn, entrant, matches, ...rules }: OwnPlayoff): OwnState {
  const { rounds, passes, lucky } = rules
  if (!drawn) return going('wait', 'Сетка ещё не составлена. Соперник и время матча появятся здесь')
  if (!entrant) return over('not_allowed', 'Вас нет в сетке плей-офф')
  if (entrant.dropped !== null) return over('not_allowed', `Вы выбыли из сетки: ${entrant.dropped}`)
  const last = matches.at(-1)
  if (!last) return going('wait', 'Вы в сетке. Соперник и время матча появятся здесь')
  const name = roundName(rounds, last)
  if (!last.shown) {
    if (last.state === 'live')
      return going('in_progress', last.paused ? `${name}: пауза. Время матча остановлено` : `${name}: матч идёт`)
    if (last.state !== 'scheduled') return going('processing', `${name}: матч окончен, итог появится здесь`)
    if (last.opponent === 'known' && last.starts_at !== null)
      return going('available', `${name}: ${showDateTime(new Date(last.starts_at))} по Москве`)
    const soon = 'Соперник и время появятся здесь'
    if (isThird(rounds, last)) return going('wait', `Впереди матч за третье место. ${soon}`)
    return matches.length === 1
      ? going('wait', `Вы в сетке: ${roundInside(rounds, last)}. ${soon}`)
      : going('success', `Вы прошли дальше: ${roundInside(rounds, last)}. ${soon}`)
  }
  const place = placeAfter(rounds, last)
  if (place !== null)
    return over(place <= passes ? 'success' : 'not_allowed', place === 1 ? 'Вы победили' : `Ваше место — ${place}-е`)
  if (lucky && last.won === false && last.next_open)
    return going('wait', `${name}: вы проиграли. Если победитель выбудет до следующего матча, вы займёте его место`)
  return over(
    'not_allowed',
    last.won === null
      ? [`${name}: матч не состоялся`, last.reason].filter(Boolean).join('. ')
      : `Вы выбыли: ${roundInside(rounds, last)}`,
  )
}

/** The final place that a published match gives; null when more matches follow or the match decides no place. */
function placeAfter(rounds: number, { won, ...at }: OwnMatch): number | null {
  if (won === null || at.round !== rounds) return null
  return (isThird(rounds, at) ? 3 : 1) + (won ? 0 : 1)
}

const going = (status: StageStatus, reason: string): OwnState => ({ status, reason, over: false })
const over = (status: StageStatus, reason: string): OwnState => ({ status, reason, over: true })

/** The words for the states of a match. */
export const matchStateWords: Record<MatchState, string> = {
  scheduled: 'Впереди',
  live: 'Идёт',
  judging: 'Судьи ставят оценки',
  decided: 'Итог есть',
  walkover: 'Без игры',
  annulled: 'Не состоялся',
}
