import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { isWorkable, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { sweepDue } from '#server/stages/sweep-due.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { peerStageIn, peerType } from './peer-stage.ts'
import type { OwnAssessing } from './standing.ts'

/** Percentages of the time at which authors who have not finished are reminded. */
const moments = [50, 80] as const
/** A person who cannot assess yet is checked again after this time. */
const anotherLook = 3_600_000

/** Reminds everybody whose work is ranked only if they assess others, and returns how many were reminded. */
export function remindRaters(services: Services): Promise<number> {
  const now = services.clock()
  return sweepDue(services, 'peer_raters', now, (tx, id) => look(tx, services, id, now))
}

async function look(tx: Tx, services: Services, id: number, now: Date): Promise<boolean> {
  const rater = await tx
    .selectFrom('peer_raters')
    .select(['stage_id', 'account_id', 'reminded', 'finished_at', 'author'])
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!rater) return false
  const { account_id: accountId, stage_id: stageId } = rater
  const stage = await oneStage(tx, services.seasons, accountId, { stageId, type: peerType }, now).catch((fault) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  const due = stage && rater.finished_at === null && rater.author ? dueOf(stage, rater.reminded, now) : null
  const { reminded = rater.reminded, next = null } = due ?? {}
  if (stage && reminded > rater.reminded) await remind(tx, services, accountId, stage)
  await tx.updateTable('peer_raters').set({ reminded, due_at: next }).where('id', '=', id).execute()
  return reminded > rater.reminded
}

/** The percentage to remind of now, and when to look again. Of several passed moments only the latest counts. */
function dueOf(stage: OneStage, reminded: number, now: Date): { reminded?: number; next: Date | null } {
  const { opensAt, closesAt } = stage.state.window
  if (closesAt === null || closesAt <= now) return { next: null }
  if (!isWorkable(stage)) return { next: new Date(now.getTime() + anotherLook) }
  const from = opensAt ?? stage.facts.startedAt ?? now
  const at = (per: number) => new Date(from.getTime() + ((closesAt.getTime() - from.getTime()) * per) / 100)
  const passed = moments.findLast((per) => per > reminded && at(per) <= now)
  const ahead = moments.find((per) => per > (passed ?? reminded) && at(per) > now)
  return { ...(passed !== undefined && { reminded: passed }), next: ahead === undefined ? null : at(ahead) }
}

async function remind(tx: Tx, services: Services, accountId: number, stage: OneStage): Promise<void> {
  const { row, all, state, own } = stage
  const { settings } = peerStageIn(all.season, row)
  const { done } = own.standing as OwnAssessing
  const until = state.window.closesAt ? ` Успейте до ${showDateTime(state.window.closesAt)} по Москве.` : ''
  const left = counted(settings.given - done, 'работу', 'работы', 'работ')
  await messagePerson(tx, services, accountId, {
    kind: 'deadlines',
    title: `Осталось оценить ${left}: этап ${quoted(row.title)}`,
    text: `Вы оценили ${done} из ${settings.given} работ на этапе ${quoted(row.title)}.${until} Если не оценить все, ваша собственная работа не будет участвовать в рейтинге.`,
    link: {
      path: `/${row.competitionCode}${all.person.track === null ? '' : `/${all.person.track}`}`,
      words: 'Открыть этапы',
    },
    sms: `Осталось оценить ${left}, иначе ваша работа не попадёт в рейтинг`,
  })
}
