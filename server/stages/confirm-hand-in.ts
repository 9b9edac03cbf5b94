import { firstNamesFor } from '#server/messages/notifications/first-names.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { filled, letterText } from '#shared/messages/letters/letters.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { workersOf } from './work-owner.ts'

/**
 * The job that confirms hand-ins of one stage to everybody who works on them, with the numbers of their receipts. Then
 * it prepares them for people who judge, if the kind requires it. If this job fails, the regular look at unprepared
 * works finds them.
 */
export async function confirmHandIns(services: Services, handInIds: readonly number[], prepare = false): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if (prepare) await addJob(tx, 'prepare_hand_in', { handInIds })
    const handIns = await tx
      .selectFrom('hand_ins as h')
      .innerJoin('stages as s', 's.id', 'h.stage_id')
      .select(['h.account_id', 'h.team_id', 'h.stage_id', 'h.receipt_number', 'h.arrived_at', 'h.by_system'])
      .innerJoin('competitions as c', 'c.code', 's.competition_code')
      .select(['s.title', 's.competition_code', 'c.title as competition', 'c.letters'])
      .where('h.id', 'in', [...handInIds])
      .orderBy('h.id')
      .execute()
    const [first] = handIns
    if (!first) return
    const letter = letterText(first.letters, 'receipt')
    const stage = { этап: first.title, конкурс: first.competition }
    const said: { accountId: number; bySystem: boolean; receipt: { квитанция: string; принято: string } }[] = []
    for (const { stage_id: stageId, team_id: teamId, account_id: accountId, ...handIn } of handIns) {
      const receipt = { квитанция: handIn.receipt_number, принято: showDateTime(handIn.arrived_at) }
      for (const worker of await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 }))
        said.push({ accountId: worker, bySystem: handIn.by_system, receipt })
    }
    const ids = said.map(({ accountId }) => accountId)
    const names = await firstNamesFor(tx, letter, ids)
    const passed = await tx
      .selectFrom('stage_facts')
      .select('account_id')
      .where('stage_id', '=', first.stage_id)
      .where('account_id', 'in', [0, ...ids])
      .where('passed_at', 'is not', null)
      .execute()
    const done = new Set(passed.map((row) => row.account_id))
    const people = said.map(({ accountId, bySystem, receipt }) => ({
      accountId,
      text: [
        ...(bySystem ? ['Срок закончился, и мы сдали то, что было сохранено.'] : []),
        filled(letter.text, { ...stage, ...receipt, имя: names.get(accountId) ?? '' }),
        ...(done.has(accountId) ? [] : ['О решении мы сообщим.']),
      ].join(' '),
    }))
    await messagePeople(tx, services, people, {
      kind: 'stages',
      title: filled(letter.title, stage),
      link: { path: `/${first.competition_code}`, words: 'Открыть этапы' },
    })
  })
}
