import type { Static } from 'typebox'
import type { AllDictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { competitionsWithRegistration } from '#server/seasons/competitions/store.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { competition } from '#shared/seasons/competitions/routes.ts'
import type { Door } from '#shared/stages/door.ts'
import { isOpen } from '#shared/stages/window.ts'
import { admissionWords } from './admission-words.ts'

type Known = Pick<Services, 'db' | 'seasons' | 'dictionaries'>

type Row = Awaited<ReturnType<ReturnType<typeof competitionsWithRegistration>['execute']>>[number]

/** What everybody may see of the competitions. */
export async function listCompetitions(services: Known, page: Page, now: Date) {
  const { rows, count } = await readPage(competitionsWithRegistration(services.db), page)
  const dictionaries = await services.dictionaries.now(services.db)
  return { competitions: await Promise.all(rows.map((row) => onTheWire(services, dictionaries, row, now))), count }
}

/** The same competitions, each with the person's role and track. */
export async function listOwnCompetitions(services: Known, accountId: number, page: Page, now: Date) {
  const listed = competitionsWithRegistration(services.db)
    .leftJoin('participations', (join) =>
      join
        .onRef('participations.competition_code', '=', 'competitions.code')
        .on('participations.account_id', '=', accountId),
    )
    .select(['participations.door', 'participations.track_code'])
  const { rows, count } = await readPage(listed, page)
  const dictionaries = await services.dictionaries.now(services.db)
  const competitions = await Promise.all(
    rows.map(async (row) => ({
      ...(await onTheWire(services, dictionaries, row, now)),
      door: row.door as Door | null,
      track: row.track_code,
    })),
  )
  return { competitions, count }
}

async function onTheWire(
  services: Known,
  dictionaries: AllDictionaries,
  row: Row,
  now: Date,
): Promise<Static<typeof competition>> {
  const registration = { opensAt: row.registration_opens_at, closesAt: row.registration_closes_at }
  const { links, social } = row
  return {
    code: row.code,
    title: row.title,
    tagline: row.tagline,
    who: await admissionWords(services, dictionaries, row.code),
    description: row.description,
    theme: row.theme,
    layout: row.layout,
    start_date: row.starts_at && formatWire(row.starts_at),
    end_date: row.ends_at && formatWire(row.ends_at),
    registration_open: row.registration_id !== null && isOpen(registration, now),
    registration_opens: registration.opensAt && registration.opensAt > now ? formatWire(registration.opensAt) : null,
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
