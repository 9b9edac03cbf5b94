import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/text/quoted.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { workersOf } from './work-owner.ts'

/** The job that tells everybody who works at it that a hand-in has arrived, with the number of its receipt. */
export async function confirmHandIn(services: Services, handInId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const handIn = await tx
      .selectFrom('hand_ins as h')
      .innerJoin('stages as s', 's.id', 'h.stage_id')
      .select(['h.account_id', 'h.team_id', 'h.stage_id', 'h.receipt_number', 'h.arrived_at', 'h.by_system'])
      .select(['s.title', 's.competition_code'])
      .where('h.id', '=', handInId)
      .executeTakeFirst()
    if (!handIn) return
    const { stage_id: stageId, team_id: teamId, account_id: accountId } = handIn
    const workers = await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 })
    const passed = await tx
      .selectFrom('stage_facts')
      .select('account_id')
      .where('stage_id', '=', stageId)
      .where('account_id', 'in', [0, ...workers])
      .where('passed_at', 'is not', null)
      .execute()
    const done = new Set(passed.map((row) => row.account_id))
    const words = [
      ...(handIn.by_system ? ['Срок закончился, и мы сдали то, что было сохранено.'] : []),
      `Номер квитанции — ${handIn.receipt_number}, принято ${showDateTime(handIn.arrived_at)} по Москве.`,
    ]
    for (const worker of workers)
      await messagePerson(tx, services, worker, {
        kind: 'stages',
        title: `Принято: ${quoted(handIn.title)}`,
        text: [...words, ...(done.has(worker) ? [] : ['О решении мы сообщим.'])].join(' '),
        link: { path: `/${handIn.competition_code}`, words: 'Открыть этапы' },
      })
  })
}
