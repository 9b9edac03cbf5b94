import type { Db } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { groupType } from '#shared/stages/tree.ts'
import { addressOfStage } from './address-of-stage.ts'
import { isWorkable } from './one-stage.ts'
import { endsWithWhole } from './parts.ts'
import { type PersonStage, personStages } from './person-stages.ts'
import { isAhead } from './stage-ahead.ts'

const dayMs = 24 * 3_600_000

/** When the person's calendar address was made; the address itself cannot be read again. */
export async function calendarAddress({ db }: Services, accountId: number) {
  const found = await db
    .selectFrom('calendar_addresses')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { created_at: found ? formatWire(found.created_at) : null }
}

/** Makes a new calendar address. The earlier one stops working. */
export async function newCalendarAddress({ db, config, clock }: Services, accountId: number) {
  const token = randomToken()
  const kept = { token_hash: sha256(token), created_at: clock() }
  await db
    .insertInto('calendar_addresses')
    .values({ account_id: accountId, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute()
  return { url: `${config.publicUrl}/api/v3/calendar/${token}` }
}

export async function dropCalendarAddress({ db }: Services, accountId: number): Promise<void> {
  await db.deleteFrom('calendar_addresses').where('account_id', '=', accountId).execute()
}

/**
 * The person's openings and deadlines in all their competitions, extensions included, as an iCalendar file (RFC 5545).
 * Refuses an unknown address.
 */
export async function deadlineCalendar(services: Services, token: string): Promise<string> {
  const { db, seasons, config, clock } = services
  const accountId = await ownerOf(db, token)
  const now = clock()
  const { ICalCalendar, ICalAlarmType } = await import('ical-generator')
  const calendar = new ICalCalendar({
    prodId: { company: 'portal', product: 'deadlines', language: 'RU' },
    name: 'Сроки конкурсов',
    // How often a calendar program should refresh, in seconds.
    ttl: 3600,
  })
  const host = new URL(config.publicUrl).hostname
  for (const competitionCode of await competitionsOf(db, accountId)) {
    const all = await personStages(db, seasons, { accountId, competitionCode }, now)
    for (const stage of all?.stages ?? [])
      for (const { what, at, summary } of moments(stage, now)) {
        const event = calendar.createEvent({
          id: `stage-${stage.row.id}-${what}-${accountId}@${host}`,
          stamp: now,
          start: at,
          end: at,
          summary,
          description: all?.season.title ?? '',
          url: `${config.publicUrl}${addressOfStage(competitionCode, all?.person.track ?? null, stage.row)}`,
        })
        if (what === 'closes') event.createAlarm({ type: ICalAlarmType.display, trigger: dayMs / 1000 })
      }
  }
  return calendar.toString()
}

async function ownerOf(db: Db, token: string): Promise<number> {
  const found = await db
    .selectFrom('calendar_addresses')
    .innerJoin('accounts', 'accounts.id', 'calendar_addresses.account_id')
    .select('account_id')
    .where('token_hash', '=', sha256(token))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found.account_id
}

async function competitionsOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('participations')
    .select('competition_code')
    .where('account_id', '=', accountId)
    .orderBy('competition_code')
    .execute()
  return rows.map(({ competition_code }) => competition_code)
}

/** The opening and the end of a stage at which the person still has something to do. */
function moments(stage: PersonStage, now: Date): { what: 'opens' | 'closes'; at: Date; summary: string }[] {
  const ahead = isAhead(stage)
  if (endsWithWhole(stage.row) || stage.row.type === groupType || !(ahead || isWorkable(stage))) return []
  const { opensAt, closesAt } = stage.state.window
  const title = quoted(stage.row.title)
  return [
    ...(ahead && opensAt && opensAt > now
      ? [{ what: 'opens' as const, at: opensAt, summary: `Откроется: ${title}` }]
      : []),
    ...(closesAt ? [{ what: 'closes' as const, at: closesAt, summary: `Последний срок: ${title}` }] : []),
  ]
}
