import { createHash } from 'node:crypto'
import { aCompetition, aPerson, takesPart } from './a-competition.ts'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

/** The refusal of a call that otherwise answers without a body. */
export async function refusable(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  return {
    status,
    body: (body ?? {}) as { code?: string; message?: string; fields?: Record<string, { rule: string }> },
  }
}

export interface MentorGiven {
  name?: string
  capacity?: number | null
  employer?: string
  region?: string
  assistant?: string
}

/** A stage at which mentors are chosen, open for ten hours, with the calls of people. */
export async function aMentorStage(app: TestApp, settings: Record<string, unknown> = {}) {
  const closes = new Date(app.clock.now().getTime() + 10 * 3_600_000)
  const choice = { type: 'mentor_choice', closes_at: closes, settings: { min_mentors: 1, max_mentors: 3, ...settings } }
  const { code, stageIds } = await aCompetition(app.db, {
    choice,
    final: { ...choice, type: 'final_mentor_choose' },
    work: { type: 'form', title: 'Анкета' },
  })
  await app.heard()
  const place = { competition: code, code: 'choice' }
  const stageId = stageIds.choice
  return {
    ...{ code, place, stageId, stageIds, closes },
    async mentor({
      name = 'Наставников',
      capacity = null,
      employer = '',
      region = '',
      assistant = '',
    }: MentorGiven = {}) {
      const account = await anAccount(app, { lastName: name, firstName: 'Пётр', roles: ['mentor'], isDemo: true })
      await app.db
        .updateTable('accounts')
        .set({ email_verified_at: app.clock.now() })
        .where('id', '=', account.id)
        .execute()
      await app.db
        .insertInto('mentor_profiles')
        .values({ account_id: account.id, capacity, employer, region, assistant_email: assistant })
        .execute()
      await app.db
        .insertInto('stage_mentors')
        .values([stageId, stageIds.final].map((stage_id) => ({ stage_id, mentor_id: account.id })))
        .execute()
      const login = async () => (await sessionOf(app, account)).token
      return { ...account, login, token: await login() }
    },
    async person() {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, 'main', app.clock.now())
      return person
    },
    /** Many people who have handed in this choice, without logins. */
    async crowd(count: number, mentorIds: readonly number[]): Promise<number[]> {
      const salt = createHash('sha256').update(`${stageId} ${mentorIds.join()}`).digest('hex').slice(0, 8)
      const accounts = await app.db
        .insertInto('accounts')
        .values(
          Array.from({ length: count }, (_none, at) => ({
            ...{ email: `crowd-${salt}-${at}@example.test`, password_hash: '', created_at: app.clock.now() },
            ...{ last_name: `Участников${at}`, first_name: 'Олег' },
          })),
        )
        .returning('id')
        .execute()
      const ids = accounts.map(({ id }) => id)
      const now = app.clock.now()
      await app.db
        .insertInto('participations')
        .values(
          ids.map((account_id) => ({
            ...{ account_id, competition_code: code, door: 'participant' as const, track_code: 'main', joined_at: now },
          })),
        )
        .execute()
      await app.db
        .insertInto('stage_facts')
        .values(ids.map((account_id) => ({ account_id, stage_id: stageId, started_at: now, submitted_at: now })))
        .execute()
      await app.db
        .insertInto('mentor_choices')
        .values(
          ids.flatMap((account_id) =>
            mentorIds.map((mentor_id, at) => ({
              ...{ account_id, stage_id: stageId, mentor_id, rank: at + 1, chosen_at: now },
              ...{ offered_at: now, answer_until: new Date(now.getTime() + 7 * 86_400_000), told_at: now },
            })),
          ),
        )
        .execute()
      await app.heard()
      return ids
    },
    choose: (person: { token: string }, mentors: readonly { id: number }[], mentorship: number = stageId) =>
      app.call('POST /user/choosed_mentors', {
        token: person.token,
        body: {
          mentorship,
          choosed_mentors: mentors.map(({ id }) => ({ mentor_id: id, reasons: [3], comment: 'Жду' })),
        },
      }),
    choice: async (person: { token: string }) =>
      (await app.call('GET /user/choosed_mentors', { token: person.token, query: { mentorship: String(stageId) } }))
        .body,
    own: async (person: { token: string }) =>
      (await app.call('GET /user/stages/:stage_id', { token: person.token, params: { stage_id: stageId } })).body,
    pair: (person: { id: number }, mentor: { id: number }) =>
      app.db
        .selectFrom('mentor_choices')
        .selectAll()
        .where('stage_id', '=', stageId)
        .where('account_id', '=', person.id)
        .where('mentor_id', '=', mentor.id)
        .executeTakeFirstOrThrow(),
    act: (
      mentor: { token: string },
      person: { testId: number },
      body: { act: Act; reason?: Reason; answer?: string },
    ) =>
      refusable(
        app.call('POST /mentors/users/:user_id/:stage_id', {
          token: mentor.token,
          params: { user_id: person.testId, stage_id: stageId },
          body,
        }),
      ),
    async organiser() {
      const account = await anAccount(app, { isDemo: true, flags: ['mentors'] })
      const token = (await sessionOf(app, account)).token
      const prefix = '/admin/competitions/:competition/stages/:code' as const
      const plan = async (
        variant: 'plan' | 'what_if' = 'plan',
        rules: { each?: number; more?: number; region?: 'any' | 'same' | 'other' } = {},
      ) => {
        const body = { variant, region: 'any' as const, each: 1, more: 0, ...rules }
        const asked = await refusable(app.call(`POST ${prefix}/matching`, { token, params: place, body }))
        if (asked.status !== 204) return asked.body.code
        await app.work('match_mentors')
        return (await app.call(`GET ${prefix}/matching`, { token, params: place })).body
      }
      const plans = async () => (await app.call(`GET ${prefix}/matching`, { token, params: place })).body
      return {
        ...{ ...account, token, plan, plans },
        overview: async () => (await app.call(`GET ${prefix}/mentors`, { token, params: place })).body,
        list: async (search = '') =>
          (await app.call(`GET ${prefix}/mentors/list`, { token, params: place, query: { search } })).body,
        people: async (
          query: { which?: 'unmatched' | 'moved' | 'left' | 'working' | 'waiting' | 'offered'; search?: string } = {},
        ) => (await app.call(`GET ${prefix}/matching/people`, { token, params: place, query })).body,
        pin: (person: { testId: number }, mentor: { testId: number }, act: 'pin' | 'bar' | 'none' = 'pin') =>
          refusable(
            app.call(`PUT ${prefix}/matching/people/:test_id`, {
              token,
              params: { ...place, test_id: person.testId },
              body: { mentor: mentor.testId, act },
            }),
          ),
        publish: (version: number) =>
          app.call(`POST ${prefix}/matching/publication`, { token, params: place, body: { version } }),
        second: (closes_at: string) =>
          app.call(`POST ${prefix}/matching/second-round`, { token, params: place, body: { closes_at } }),
        remove: (mentor: { testId: number }) =>
          refusable(
            app.call(`DELETE ${prefix}/mentors/list/:test_id`, { token, params: { ...place, test_id: mentor.testId } }),
          ),
        withdraw: (mentor: { testId: number }, reason = 'Наставник заболел') =>
          app.call(`POST ${prefix}/mentors/list/:test_id/withdrawal`, {
            token,
            params: { ...place, test_id: mentor.testId },
            body: { reason },
          }),
        name: (testId: number, fields: Partial<Fields> = {}) =>
          refusable(
            app.call(`PUT ${prefix}/mentors/list/:test_id`, {
              token,
              params: { ...place, test_id: testId },
              body: { ...noFields, ...fields },
            }),
          ),
      }
    },
  }
}

type Act = 'accept' | 'decline' | 'withdraw' | 'want' | 'rather_not' | 'no_wish'
type Reason = 'no_time' | 'other_topic' | 'conflict' | 'other'
type Fields = typeof noFields

export const noFields = {
  ...{ position: '', field: '', region: '', employer: '', about: '', video: '' },
  ...{ capacity: null as number | null, topics: [] as string[], assistant_email: '' },
}
