import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { partPath } from '#shared/stages/addresses.ts'

/** The job that notifies a person who had handed everything in about a new part. */
export async function tellOfPart(services: Services, { stageId, accountId }: { stageId: number; accountId: number }) {
  const { db, seasons, clock } = services
  await db.transaction().execute(async (tx) => {
    const stage = await oneStage(tx, seasons, accountId, { stageId }, clock()).catch((error: unknown) => {
      // The part is hidden from the person, or was removed meanwhile.
      if (error instanceof Refusal) return null
      throw error
    })
    const whole = stage?.row.part && stage.all.season.byId.get(stage.row.part.whole)
    if (!stage || !whole) return
    const { row, state, all } = stage
    const end = state.window.closesAt
    const { track } = all.person
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: `В этап ${quoted(whole.title)} добавлена часть ${quoted(row.title)}`,
      text: `То, что вы уже сдали, остаётся в силе. Заполните новую часть${end ? ` до ${showDateTime(end)} по Москве` : ''}.`,
      link: {
        path: track === null ? `/${row.competitionCode}` : partPath(row.competitionCode, track, whole, row),
        words: 'Открыть часть',
      },
    })
  })
}
