import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { titleOf } from './places.ts'
import type { OwnTrack } from './standing.ts'

export interface TrackMessage {
  stageId: number
  accountId: number
  /** The event: a captain chose, or their track is full; places or the usual track were given; there is a new track. */
  what: 'captain' | 'full' | 'allocation' | 'usual' | 'new'
  /** The code of the new track, or of the full one. */
  track?: string
}

/** The job that notifies a person about their track. */
export async function tellOfTrack(services: Services, { stageId, accountId, what, track = '' }: TrackMessage) {
  const { db, seasons, clock } = services
  await seasons.ready(db, { stageId })
  await db.transaction().execute(async (tx) => {
    const stage = await oneStage(tx, seasons, accountId, { stageId }, clock()).catch((error: unknown) => {
      // Hidden from the person, or removed meanwhile.
      if (error instanceof Refusal) return null
      throw error
    })
    if (!stage) return
    const { row, all, state } = stage
    const own = stage.own.standing as OwnTrack
    const end = state.window.closesAt
    const until = end ? ` до ${showDateTime(end)} по Москве` : ''
    const waits = own.asked !== null
    const outcome = waits
      ? `Вам досталось место в треке ${quoted(own.askedTitle)}. Теперь прочитают ваше письмо, и мы сообщим о решении.`
      : own.track === null
        ? 'Мест в названных вами треках не хватило. Что дальше, написано на странице этапа.'
        : `Ваш трек — ${quoted(own.title)}. Посмотрите, какие этапы в нём открыты.`
    const messages = {
      captain: {
        title: 'Капитан выбрал трек для команды',
        text: waits ? `Трек ${quoted(own.askedTitle)} ждёт одобрения.` : own.track === null ? state.reason : outcome,
      },
      full: {
        title: 'В треке вашей команды нет мест',
        text: `Команда в треке ${quoted(titleOf(all.season, track))}, а мест в нём не осталось. Как только место освободится, мы запишем вас и сообщим.`,
      },
      allocation: { title: 'Места в треках распределены', text: outcome },
      usual: { title: `Вы в треке ${quoted(own.title)}`, text: 'Выбор трека закрыт, и вас записали в общий трек.' },
      new: {
        title: `Новый трек: ${quoted(titleOf(all.season, track))}`,
        text: `Его можно выбрать${until}. Если трек у вас уже есть, он остаётся вашим, пока вы не выберете другой.`,
      },
    }
    const own_track = all.person.track ?? all.season.tracks[0]?.code
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      ...messages[what],
      link: {
        path: own_track ? stagePath(row.competitionCode, own_track, row) : `/${row.competitionCode}`,
        words: 'Открыть выбор трека',
      },
    })
  })
}
