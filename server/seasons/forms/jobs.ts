import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { partPath, stagePath } from '#shared/stages/addresses.ts'

export const formBuildingJobs = (services: Services): Record<string, Task> => ({
  tell_of_form: (of: { stageId: number; accountId: number }) => tellOfForm(services, of),
})

/** Tells a person who has handed in a form that it has changed and must be handed in again. */
async function tellOfForm(services: Services, { stageId, accountId }: { stageId: number; accountId: number }) {
  const { db, seasons, clock } = services
  await db.transaction().execute(async (tx) => {
    const stage = await oneStage(tx, seasons, accountId, { stageId }, clock()).catch((error: unknown) => {
      // The stage is hidden from the person, or was removed meanwhile.
      if (error instanceof Refusal) return null
      throw error
    })
    if (!stage) return
    const { row, state, all } = stage
    const end = state.window.closesAt
    const { track } = all.person
    const whole = row.part && all.season.byId.get(row.part.whole)
    const path =
      track === null
        ? `/${row.competitionCode}`
        : whole
          ? partPath(row.competitionCode, track, whole, row)
          : stagePath(row.competitionCode, track, row)
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: `Анкета ${quoted(row.title)} изменилась`,
      text: `Ваши ответы на месте. Проверьте их и сдайте анкету ещё раз${end ? ` до ${showDateTime(end)} по Москве` : ''}.`,
      link: { path, words: 'Открыть анкету' },
    })
  })
}
