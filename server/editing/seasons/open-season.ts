import type { Tx } from '#server/db.ts'
import { checklistOf } from '#server/editing/stages/checklist.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { seasonOf, storedStages } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { mayWaitUntil, seasonChecklist } from './season-checklist.ts'
import { lockSeason } from './stored-season.ts'

const seenBy = (published: boolean) => (published ? 'всем' : 'только организаторам')

/** Shows the competition to everybody, or hides it again while nobody takes part. Red items that may not wait block the opening. */
export async function openSeason(services: Services, accountId: number, competition: string, published: boolean) {
  const { db } = services
  await db.transaction().execute(async (tx) => {
    await lockSeason(tx, competition)
    const now = await tx
      .selectFrom('competitions')
      .select('published')
      .where('code', '=', competition)
      .executeTakeFirst()
    if (now?.published === published) return
    await (published ? refuseUnlessReady(tx, services, competition) : refuseInUse(tx, competition))
    await tx.updateTable('competitions').set({ published }).where('code', '=', competition).execute()
    await recordAudit(tx, {
      actorId: accountId,
      action: published ? 'season_opened' : 'season_hidden',
      subject: `competition:${competition}`,
      detail: {
        competition,
        changes: [{ field: 'published', title: 'Кому виден', before: seenBy(!published), after: seenBy(published) }],
      },
    })
  })
}

async function refuseUnlessReady(tx: Tx, { config, seasons, clock }: Services, competition: string): Promise<void> {
  const season = await seasonOf(tx, seasons, competition)
  const now = clock()
  const blocks = (await seasonChecklist(tx, config, season, now))
    .filter(({ level, by }) => level === 'red' && by === null)
    .map(({ text }) => text)
  for (const stored of await storedStages(tx, season)) {
    if (!stored.live.published || mayWaitUntil(stored.row, now) !== null) continue
    const items = await checklistOf(tx, stored, stored.waits ? stored.live : stored.edited)
    blocks.push(
      ...items.filter(({ level }) => level === 'red').map(({ text }) => `${quoted(stored.live.title)}: ${text}`),
    )
  }
  if (blocks.length > 0) throw new Refusal('season_not_ready', { values: { reason: blocks.join('. ') } })
}

async function refuseInUse(tx: Tx, competition: string): Promise<void> {
  // The key, too: nobody joins until the transaction ends.
  await tx.selectFrom('competitions').select('code').where('code', '=', competition).forUpdate().execute()
  const { people } = await tx
    .selectFrom('participations')
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .where('competition_code', '=', competition)
    .executeTakeFirstOrThrow()
  if (Number(people) === 0) return
  throw new Refusal('season_in_use', { values: { people } })
}
