import type { Static } from 'typebox'
import type { Db } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/api/page.ts'
import type { competition } from '#shared/competitions/routes.ts'
import { isOpen } from '#shared/stages/window.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { competitionsWithRegistration } from './store.ts'
import type { Door } from './tables.ts'

type Row = Awaited<ReturnType<ReturnType<typeof competitionsWithRegistration>['execute']>>[number]

/** What everybody may see of the competitions. */
export async function listCompetitions(db: Db, page: Page, now: Date) {
  const { rows, count } = await readPage(competitionsWithRegistration(db), page)
  return { competitions: rows.map((row) => onTheWire(row, now)), count }
}

/** The same competitions, each with the person's role and track. */
export async function listOwnCompetitions(db: Db, accountId: number, page: Page, now: Date) {
  const listed = competitionsWithRegistration(db)
    .leftJoin('participations', (join) =>
      join
        .onRef('participations.competition_code', '=', 'competitions.code')
        .on('participations.account_id', '=', accountId),
    )
    .select(['participations.door', 'participations.track_code'])
  const { rows, count } = await readPage(listed, page)
  const competitions = rows.map((row) => ({
    ...onTheWire(row, now),
    door: row.door as Door | null,
    track: row.track_code,
  }))
  return { competitions, count }
}

function onTheWire(row: Row, now: Date): Static<typeof competition> {
  const registration = { opensAt: row.registration_opens_at, closesAt: row.registration_closes_at }
  const { links, social } = row
  return {
    code: row.code,
    title: row.title,
    tagline: row.tagline,
    description: row.description,
    theme: row.theme,
    layout: row.layout,
    start_date: row.starts_at && formatWire(row.starts_at),
    end_date: row.ends_at && formatWire(row.ends_at),
    registration_open: row.registration_id !== null && isOpen(registration, now),
    registration_ends: registration.closesAt && formatWire(registration.closesAt),
    links: { news: links.news ?? null, rules: links.rules ?? null, personal_data: links.personal_data ?? null },
    social: {
      vk: social.vk ?? null,
      telegram: social.telegram ?? null,
      ok: social.ok ?? null,
      rutube: social.rutube ?? null,
    },
    copyright: row.copyright,
    support_email: row.support_email,
  }
}
