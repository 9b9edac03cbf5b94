import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { CompetitionLinks } from '#server/seasons/competitions/tables.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { type StoredStage, seasonOf, storedStages } from '#server/stages/stored-stage.ts'
import type { CopyReport, KeptReport } from '#shared/seasons/competitions/copy-form.ts'
import { type LookedAt, lookNow } from './last-years.ts'

interface CopiedSeason {
  tagline: string
  description: string
  copyright: string
  links: CompetitionLinks
  copied: KeptReport
}

/**
 * The report about a copied season, with the remarks that are left now. As in the checklists, the edits of a stage
 * count before they are published.
 */
export async function reportNow(
  db: Db | Tx,
  { copied, tagline, description, copyright, links }: CopiedSeason,
  { code, tracks, byId }: Season,
  stored: readonly StoredStage[],
  now: Date,
): Promise<CopyReport> {
  const rules = await newestRules(db, code)
  const season: LookedAt = {
    season: { tagline, description, copyright, links: { ...links } },
    tracks,
    stages: stored.map(({ row, edited }) => ({
      ...{ code: row.code, type: row.type, kind: row.kind, ...edited },
      parent: (row.parentId !== null && byId.get(row.parentId)?.code) || null,
      rules: rules.get(row.id) ?? null,
    })),
  }
  const { read, ...said } = copied
  return { ...said, ...lookNow(season, copied, now) }
}

async function newestRules(db: Db | Tx, competition: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ stage_id: number; text: string }>`
    select distinct on (stage_id) stage_id, r.text from rules_versions r join stages on stages.id = stage_id
    where competition_code = ${competition} order by stage_id, version desc`.execute(db)
  return new Map(rows.map(({ stage_id, text }) => [stage_id, text]))
}

/**
 * Marks a remark as read, because the organiser leaves the text as it is, or puts it back into the list. Works only for
 * remarks that are `by_hand`.
 */
export async function markRead(
  { db, seasons, clock }: Services,
  accountId: number,
  competition: string,
  { key, read }: { key: string; read: boolean },
) {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('competitions')
      .select(['copied', 'tagline', 'description', 'copyright', 'links'])
      .where('code', '=', competition)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const season = await seasonOf(tx, seasons, competition)
    if (!row?.copied) return
    const { copied } = row
    const report = await reportNow(tx, { ...row, copied }, season, await storedStages(tx, season), clock())
    const remark = (read ? report.look.filter((each) => each.by_hand) : report.read).find((each) => each.key === key)
    if (!remark) return
    const others = copied.read.filter((each) => each !== key)
    await tx
      .updateTable('competitions')
      .set({ copied: JSON.stringify({ ...copied, read: read ? [...copied.read, key] : others }) })
      .where('code', '=', competition)
      .execute()
    const changes = [{ field: 'look', title: remark.text }]
    const detail = { competition, ...(remark.stage === null ? {} : { stage: remark.stage }), changes }
    const action = read ? 'season_read' : 'season_unread'
    await recordAudit(tx, { actorId: accountId, action, subject: `competition:${competition}`, detail })
  })
}
