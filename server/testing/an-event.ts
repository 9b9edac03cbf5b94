import { openSession } from '#server/accounts/auth/sessions.ts'
import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { ParamsOf } from '#shared/platform/api/route.ts'
import { aCompetition, takesPart } from './a-competition.ts'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

export const eventStart = new Date('2026-11-21T12:00:00+03:00')
const at = '/admin/competitions/:competition/stages/:code/event' as const
const minute = 60_000

type Change = Parameters<TestApp['call']>[1] extends infer _ ? Record<string, unknown> & { act: string } : never

/** A stage with an event, and another stage after it. */
export async function anEvent(app: TestApp, settings: Record<string, unknown> = {}) {
  app.clock.set(eventStart)
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      meeting: {
        type: 'event',
        title: 'Очная встреча',
        settings: { address: 'Москва, Покровка, 47', bring: 'Паспорт', ...settings },
      },
      after: { type: 'essay', title: 'После', requires: ['meeting'], settings: { task: 'О себе', min_words: 1 } },
    },
    { tracks: ['main', 'other'] },
  )
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: code, code: 'meeting' }
  const tokens = new Map<string, string>()
  /** A token of ten minutes by the clock of the test. */
  async function tokenOf(who: { email: string }) {
    const key = `${who.email} ${Math.floor(app.clock.now().getTime() / (5 * minute))}`
    const token = tokens.get(key) ?? (await sessionOf(app, who)).token
    tokens.set(key, token)
    return token
  }
  type Who = { email: string }
  const ofSlot = async (who: Who, id: number) => ({ token: await tokenOf(who), params: { id } })
  const panel = async () => (await app.call(`GET ${at}`, { token: await tokenOf(organiser), params })).body
  return {
    code,
    params,
    organiser,
    tokenOf,
    panel,
    stageId: stageIds.meeting,
    async eventId() {
      return (await panel()).event_id ?? 0
    },
    make: async (body: Partial<Record<string, unknown>> = {}) =>
      app.call(`POST ${at}/slots`, {
        token: await tokenOf(organiser),
        params,
        body: {
          ...{ first_day: '2026-11-25', last_day: '2026-11-25', from: '10:00', to: '12:00', pause: 0, capacity: 1 },
          ...{ regions: [], tracks: [], ...body },
        },
      }),
    change: async (slot_id: number, body: Change) =>
      app.call(`POST ${at}/slots/:slot_id`, {
        token: await tokenOf(organiser),
        params: { ...params, slot_id } as ParamsOf<`POST ${typeof at}/slots/:slot_id`, never>,
        body: body as never,
      }),
    callOff: async (reason: string) =>
      app.call(`POST ${at}/cancel`, { token: await tokenOf(organiser), params, body: { reason } }),
    async person(track = 'main', region: string | null = null) {
      const account = await anAccount(app)
      await takesPart(app.db, account.id, code, track, app.clock.now())
      await app.db.updateTable('accounts').set({ email_verified_at: eventStart }).where('id', '=', account.id).execute()
      await app.db.updateTable('participations').set({ region }).where('account_id', '=', account.id).execute()
      await app.heard()
      return account
    },
    /** A participant, with a token that is made without a login. */
    async enrolled() {
      const account = await anAccount(app)
      await takesPart(app.db, account.id, code, 'main', app.clock.now())
      const { token } = await openSession(app.db, app.services, account.id, { ip: '192.0.2.1', userAgent: '' })
      return { ...account, token: token.access_token }
    },
    bookWith: (token: string, id: number) => app.call('POST /offline_event_slot/:id', { token, params: { id } }),
    waitWith: (token: string, id: number) => app.call('POST /offline_event_slot/:id/wait', { token, params: { id } }),
    async host() {
      const account = await anAccount(app)
      const duty = { stage_id: stageIds.meeting, duty: 'check' as const, region: null, employer: '' }
      await app.db.transaction().execute((tx) => giveDuty(tx, account.id, duty, { by: organiser.id, at: eventStart }))
      return account
    },
    book: async (who: Who, id: number) => app.call('POST /offline_event_slot/:id', await ofSlot(who, id)),
    hold: async (who: Who, id: number) => app.call('POST /offline_event_slot/:id/hold', await ofSlot(who, id)),
    wait: async (who: Who, id: number) => app.call('POST /offline_event_slot/:id/wait', await ofSlot(who, id)),
    cancel: async (who: Who, id: number) => app.call('DELETE /offline_event_slot/:id', await ofSlot(who, id)),
    look: async (who: Who, eventId: number) =>
      (await app.call('GET /offline_event_slots/:id', { ...(await ofSlot(who, eventId)), query: {} })).body,
    async status(who: Who, stage = 'meeting') {
      const { body } = await app.call('GET /user/user-stages', {
        token: await tokenOf(who),
        query: { competition_code: code, track: 'main' },
      })
      const stages = (body as { stages: { code: string; status: string; extra_data: { reason: string } }[] }).stages
      const found = stages.find((one) => one.code === stage)
      return { status: found?.status, reason: found?.extra_data.reason }
    },
    titlesOf: async (who: { id: number }) =>
      (
        await app.db
          .selectFrom('notifications')
          .select('title')
          .where('account_id', '=', who.id)
          .orderBy('id')
          .execute()
      ).map(({ title }) => title),
  }
}
