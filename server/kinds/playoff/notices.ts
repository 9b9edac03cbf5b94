import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Messenger } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { roundInside } from '#shared/kinds/playoff/bracket.ts'
import { correctedReason, reasonFor } from '#shared/kinds/playoff/match-reason.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { type Entrant, entrantIn, type LoadedBracket, type MatchRow, nameOfRound } from './bracket-store.ts'

interface Message {
  title: string
  text: string
}

type Told = Messenger

async function tell(tx: Tx, services: Told, stage: SeasonStage, entrants: readonly (Entrant | null)[], said: Message) {
  const link = { path: `/${stage.competitionCode}`, words: 'Открыть этапы' }
  for (const accountId of new Set(entrants.flatMap((entrant) => entrant?.people.map((one) => one.accountId) ?? [])))
    await messagePerson(tx, services, accountId, { kind: 'stages', ...said, link, sms: said.title })
}

/** Notifies everybody in a published bracket of their opponent. */
export async function tellDrawn(tx: Tx, services: Told, stage: SeasonStage, loaded: LoadedBracket): Promise<void> {
  for (const entrant of loaded.entrants) {
    const first = loaded.matches.find(({ a, b }) => a === entrant.id || b === entrant.id)
    const opponent = first && entrantIn(loaded, first.a === entrant.id ? first.b : first.a)
    const text = opponent
      ? `Ваш соперник — ${opponent.name}. Время матча появится на странице этапа.`
      : 'В первом круге у вас нет соперника: вы проходите дальше. Время следующего матча появится на странице этапа.'
    await tell(tx, services, stage, [entrant], { title: `Сетка этапа ${quoted(stage.title)} опубликована`, text })
  }
}

/** Notifies both sides of the time and the opponent of a match, once both are known. */
export async function tellMatch(tx: Tx, services: Told, stage: SeasonStage, loaded: LoadedBracket, match: MatchRow) {
  const [a, b] = [entrantIn(loaded, match.a), entrantIn(loaded, match.b)]
  if (!a || !b) return
  const when = match.starts_at ? `${showDateTime(match.starts_at)} по Москве` : 'время появится на странице этапа'
  const where = match.room ? `. Место: ${match.room}` : ''
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const)
    await tell(tx, services, stage, [own], {
      title: `${nameOfRound(loaded, match)}: ${match.starts_at ? showDateTime(match.starts_at) : 'известен соперник'}`,
      text: `Ваш соперник — ${other.name}. Когда: ${when}${where}.`,
    })
}

/** Notifies both sides of the result or its correction, and of what follows. */
export async function tellResult(
  tx: Tx,
  services: Told,
  stage: SeasonStage,
  loaded: LoadedBracket,
  match: MatchRow,
  corrected: boolean,
): Promise<void> {
  const name = nameOfRound(loaded, match)
  const final = match.round === loaded.rounds
  const marks = match.score_a === null ? '' : ' Оценки судей — на странице этапа.'
  for (const side of ['a', 'b'] as const) {
    const own = entrantIn(loaded, match[side])
    if (!own || own.dropped !== null) continue
    const won = match.won === side
    const text = won
      ? final
        ? `Вы победили.${marks}`
        : `Вы прошли дальше: ${roundInside(loaded.rounds, { round: match.round + 1, place: 0 })}.`
      : match.won === null
        ? 'Матч не состоялся. Что это значит для вас — на странице этапа.'
        : `Победила другая сторона.${marks}`
    const title = `${name}: итог ${corrected ? 'исправлен' : 'опубликован'}`
    await tell(tx, services, stage, [own], { title, text: `${text}${because(reasonFor(match, side))}` })
  }
}

/** Notifies both sides that a published result was cancelled and the match is played again. */
export async function tellReplay(tx: Tx, services: Told, stage: SeasonStage, loaded: LoadedBracket, match: MatchRow) {
  const sides = [match.a, match.b].map((id) => entrantIn(loaded, id)).filter((own) => own?.dropped === null)
  await tell(tx, services, stage, sides, {
    title: `${nameOfRound(loaded, match)}: матч сыграют заново`,
    text: `Прежний итог отменён.${because(match.reason)} Время появится на странице этапа.`,
  })
}

function because(reason: string): string {
  const said = reason.replace(correctedReason, '').replace(/(?<![.!])[.!]+$/, '')
  return said === '' ? '' : ` Причина: ${said}.`
}

export async function tellDropped(tx: Tx, services: Told, stage: SeasonStage, entrant: Entrant, reason: string) {
  await tell(tx, services, stage, [entrant], {
    title: `Вы сняты с этапа ${quoted(stage.title)}`,
    text: `Причина: ${reason}. Если это ошибка, напишите в поддержку.`,
  })
}

/** Notifies judges who were named for a match, or whose match has another time. */
export async function tellJudges(
  tx: Tx,
  services: Told,
  judges: readonly number[],
  { title, match }: { title: string; match: Pick<MatchRow, 'id' | 'starts_at' | 'room'> },
): Promise<void> {
  const when = match.starts_at ? `${showDateTime(match.starts_at)} по Москве` : 'время ещё не назначено'
  for (const judge of judges)
    await messagePerson(tx, services, judge, {
      kind: 'stages',
      title: 'Вы судите матч',
      text: `${title}. Когда: ${when}${match.room ? `. Место: ${match.room}` : ''}.`,
      link: { path: `/desk/matches/${match.id}`, words: 'Открыть матч' },
    })
}
