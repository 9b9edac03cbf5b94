import { messagePeople } from '#server/notifications/message-person.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/text/quoted.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { workersOf } from './work-owner.ts'

/**
 * The job that tells everybody who works at them that hand-ins of one stage have arrived, with the numbers of their receipts.
 * Then they are prepared for those who judge them, if the kind asks for it; should this job fail, the regular look at works
 * that are not prepared finds them.
 */
export async function confirmHandIns(services: Services, handInIds: readonly number[], prepare = false): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if (prepare) for (const handInId of handInIds) await addJob(tx, 'prepare_hand_in', { handInId })
    const handIns = await tx
      .selectFrom('hand_ins as h')
      .innerJoin('stages as s', 's.id', 'h.stage_id')
      .select(['h.account_id', 'h.team_id', 'h.stage_id', 'h.receipt_number', 'h.arrived_at', 'h.by_system'])
      .select(['s.title', 's.competition_code'])
      .where('h.id', 'in', [...handInIds])
      .orderBy('h.id')
      .execute()
    const [first] = handIns
    if (!first) return
    const said: { accountId: number; words: string[] }[] = []
    for (const { stage_id: stageId, team_id: teamId, account_id: accountId, ...handIn } of handIns) {
      const words = [
        ...(handIn.by_system ? ['Срок закончился, и мы сдали то, что было сохранено.'] : []),
        `Номер квитанции — ${handIn.receipt_number}, принято ${showDateTime(handIn.arrived_at)} по Москве.`,
      ]
      for (const worker of await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 }))
        said.push({ accountId: worker, words })
    }
    const passed = await tx
      .selectFrom('stage_facts')
      .select('account_id')
      .where('stage_id', '=', first.stage_id)
      .where('account_id', 'in', [0, ...said.map(({ accountId }) => accountId)])
      .where('passed_at', 'is not', null)
      .execute()
    const done = new Set(passed.map((row) => row.account_id))
    const people = said.map(({ accountId, words }) => ({
      accountId,
      text: [...words, ...(done.has(accountId) ? [] : ['О решении мы сообщим.'])].join(' '),
    }))
    await messagePeople(tx, services, people, {
      kind: 'stages',
      title: `Принято: ${quoted(first.title)}`,
      link: { path: `/${first.competition_code}`, words: 'Открыть этапы' },
    })
  })
}
