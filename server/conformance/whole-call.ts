import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import { Upload } from '@tus/server'
import { sql } from 'kysely'
import sharp from 'sharp'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import type { FilePurpose } from '#server/forms/files/tables.ts'
import { writeExport } from '#server/people/exports/write-export.ts'
import { eventsType } from '#server/platform/http/event-stream.ts'
import { takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { recording } from '#server/testing/a-video-interview.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { anOfflineEvent } from '#server/testing/an-offline-event.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { letterText } from '#shared/messages/letters/letters.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { newRule } from '#shared/review/cutoffs/rule.ts'
import { routes } from '#shared/routes.ts'
import { logInDemo } from './log-in-demo.ts'
import { plainBody, plainQuery } from './plain-call.ts'

export type Key = keyof typeof routes

export const people = {
  participant: 'participant@demo.test',
  finalist: 'finalist@demo.test',
  captain: 'captain@demo.test',
  mentor: 'mentor@demo.test',
  assessor: 'assessor@demo.test',
  editor: 'editor@demo.test',
  admin: 'admin@demo.test',
} as const
export type Role = keyof typeof people | 'anonymous'
export const roles: Role[] = ['anonymous', ...(Object.keys(people) as (keyof typeof people)[])]

/** The demo season, and the tokens of the people in it. */
export async function demoPortal(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ ...options, env: { ...silentStateService, ...options.env } })
  await loadDictionaries(app.db)
  await loadDemo(app.services)
  const tokens: Partial<Record<Role, string>> = {}
  for (const [role, username] of Object.entries(people)) tokens[role as Role] = await logInDemo(app, username)
  return { app, tokens }
}

/** The page on which the finalist writes a section. */
const pageOfFinalist = 'page-of-finalist'

const aSchool = { school: 'Лицей', address: 'Москва', region: '7700000000000', dates: [{ day: '2027-01-15' }] }

const anHour = { from: '2026-11-21 09:00', until: '2026-11-21 10:00' }
const aTag = { group: 'finalists' as const, act: { kind: 'tag' as const, tag: 'резерв' } }
const news = { title: 'Осталась неделя', text: '{имя}, вы начали и не сдали.' }

const plainQuestion = {
  topic: 'Логика',
  difficulty: 1,
  question: { kind: 'short' as const, text: 'Сколько будет дважды два?' },
  key: { kind: 'short' as const, texts: ['четыре', '4'] },
}

/** A text that only the finalist wrote at a stage, to look for in answers. */
export const ownWords = 'Слова, которые знает только финалист'

/** The file that is sent to every route with an upload. */
const uploaded = aPdf()

type Params = Record<string, string>
export type Owned = { params(): Promise<Params>; body?: unknown }

export interface WholeCall {
  method: string
  url: string
  json?: unknown
  form?: FormData
  /** The next piece of a file, for a route that takes pieces. */
  piece?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Calls of every route that fit its contract, with existing ids of the demo season. */
export function wholeCalls(app: TestApp, tokens: Partial<Record<Role, string>>) {
  /**
   * For each route with an id of the finalist's own data, how to get one; a route that is missing here fails the test.
   */
  const owned: Partial<Record<Key, Owned>> = {
    'GET /user/stages/:stage_id': { params: formOfFinalist },
    'GET /user/stages/:stage_id/receipt': { params: formOfFinalist },
    'GET /user/stages/:stage_id/work': { params: formOfFinalist },
    'GET /user/stages/:stage_id/draft': { params: formOfFinalist },
    'GET /user/stages/:stage_id/preview': { params: formOfFinalist },
    'GET /user/stages/:stage_id/revisions': { params: draftOfFinalist },
    'GET /user/stages/:stage_id/revisions/:revision': { params: draftOfFinalist },
    'GET /user/stages/:stage_id/questionnaire/report': { params: questionnaireOfFinalist },
    'GET /user/stages/:stage_id/lesson': { params: () => lessonOfFinalist() },
    'GET /user/stages/:stage_id/lesson/certificate': { params: () => lessonOfFinalist({ accepted: true }) },
    'PUT /user/stages/:stage_id/lesson/authors/:test_id': {
      params: () => lessonOfFinalist(),
      body: { answer: 'confirmed' },
    },
    ...ofTask('GET /user/stages/:stage_id/peer/tasks/:task_id'),
    ...ofTask('GET /user/stages/:stage_id/peer/tasks/:task_id/files/:file_id'),
    ...ofTask('PUT /user/stages/:stage_id/peer/tasks/:task_id/draft', { marks: {}, comment: 'Слова', spent: 1 }),
    ...ofTask('POST /user/stages/:stage_id/peer/tasks/:task_id/marks', {
      ...{ marks: { c1: 1, c2: 1 }, comment: 'Слова', spent: 1, rubric_version: 1 },
    }),
    ...ofTask('POST /user/stages/:stage_id/peer/tasks/:task_id/report', { about: 'author', text: 'Работали вместе' }),
    'PUT /user/video/:take_id/parts': { params: () => takeOfFinalist('recording') },
    'POST /user/video/:take_id/end': {
      params: () => takeOfFinalist('recording'),
      body: { total: 0, broken: true },
    },
    'POST /user/video/:take_id/viewing': { params: () => takeOfFinalist('ready') },
    'GET /offline_events/:id/calendar': { params: () => eventOfFinalist() },
    'GET /user/uploads/:upload_id': { params: () => uploadOfFinalist({ whole: false }) },
    'PATCH /user/uploads/:upload_id': { params: () => uploadOfFinalist({ whole: false }) },
    'DELETE /user/uploads/:upload_id': { params: () => uploadOfFinalist({ whole: false }) },
    'POST /user/uploads/:upload_id/file': { params: () => uploadOfFinalist({ whole: true }) },
    'POST /user/profile/avatar/:upload_id': { params: () => uploadOfFinalist({ whole: true, purpose: 'avatar' }) },
    'POST /user/stages/:stage_id/solution/uploads/:upload_id': {
      params: async () => ({
        ...(await solutionOfFinalist()),
        ...(await uploadOfFinalist({ whole: true, field: 'files' })),
      }),
    },
    'POST /user/uploads/:upload_id/video': {
      params: () => uploadOfFinalist({ whole: true, purpose: 'video' }),
      body: { question: 1 },
    },
    'GET /user/files/:file_id': { params: fileOfFinalist },
    'DELETE /user/files/:file_id': { params: fileOfFinalist },
    'DELETE /user/sessions/:id': { params: sessionOfFinalist },
    'POST /user/consents/:id/withdraw': { params: () => consentOfFinalist(null) },
    'POST /user/consents/:id/give': { params: () => consentOfFinalist('2026-11-01T00:00:00Z'), body: { version: 1 } },
    'POST /user/choosed_mentors/:mentor_id': { params: mentorOfFinalist, body: { comment: 'Здравствуйте' } },
    'POST /user/meeting-invitations/:id': { params: meetingOfFinalist, body: { status: 'accepted' } },
    'POST /user/meetings/:id/outcome': {
      params: heldMeetingOfFinalist,
      body: { held: true, rating: 5, note: ownWords, note_shared: false },
    },
    'GET /user/meetings/:id/calendar': { params: heldMeetingOfFinalist },
    'GET /user/teams_formation/members/:user_id/profile': { params: numberOfFinalist },
    'POST /user/teams_formation/members/:user_id/profile': {
      params: numberOfFinalist,
      body: { skills: 'Сметы', about: '', contact: '' },
    },
    'PUT /user/teams_formation/members/:user_id/profile': {
      params: numberOfFinalist,
      body: { skills: 'Сметы', about: '', contact: '' },
    },
    'GET /assistants/:mentor_id/users': { params: () => assistedByFinalist() },
    'POST /assistants/:mentor_id/users/:user_id/:stage_id': {
      params: () => assistedByFinalist(),
      body: { act: 'accept' },
    },
    'GET /assistants/:mentor_id/files/:file_id': { params: () => assistedByFinalist() },
    'GET /assistants/:mentor_id/meetings': { params: () => assistedByFinalist() },
    'PUT /assistants/:mentor_id/meetings/:id': { params: () => assistedByFinalist() },
    'POST /assistants/:mentor_id/meetings/:id/:user_id/time': {
      params: () => assistedByFinalist(),
      body: { agreed: false },
    },
    'PATCH /user/notifications/:id': { params: notificationOfFinalist, body: { status: 'read' } },
  }
  /** Calls that only the captain of a team may make; the finalist is a captain. */
  const captains: Partial<Record<Key, Owned>> = {
    'PUT /user/teams_formation/teams/:team_id': { params: () => teamOfFinalist(), body: { about: 'Ищем людей' } },
    'POST /user/teams_formation/teams/:team_id/invite_code': {
      params: () => teamOfFinalist(),
      body: { days: 1, uses: 1 },
    },
    'DELETE /user/teams_formation/teams/:team_id/invite_code': { params: () => teamOfFinalist() },
    'PUT /user/teams_formation/teams/:team_id/members/:user_id': {
      params: () => teamOfFinalist('requested'),
      body: { become: 'member' },
    },
    'DELETE /user/teams_formation/teams/:team_id/members/:user_id': { params: () => teamOfFinalist('active') },
    'POST /user/teams_formation/teams/:team_id/members/:user_id/reminder': { params: () => teamOfFinalist('active') },
    'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation': { params: () => teamOfFinalist('seeks') },
    'POST /user/teams_formation/teams/:team_id/letters': {
      params: () => teamOfFinalist(),
      body: { email: 'called@demo.test' },
    },
    'DELETE /user/teams_formation/teams/:team_id/letters/:letter_id': {
      params: async () => ({ ...(await teamOfFinalist()), letter_id: '1' }),
    },
    'PUT /user/teams_formation/teams/:team_id/members/:user_id/duty': {
      params: () => teamOfFinalist('active'),
      body: { duty: '' },
    },
    'PUT /user/teams_formation/teams/:team_id/letter': { params: gatheringOfFinalist, body: { letter: [] } },
    'GET /user/teams_formation/teams/:team_id/files/:file_id': { params: () => letterOf(gatheringOfFinalist) },
    'POST /user/teams_formation/teams/:team_id/replacements': { params: lockedOfFinalist },
    'DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id': { params: askedByFinalist },
    'POST /user/teams_formation/teams/:team_id/check': { params: returnedOfFinalist },
  }

  async function stageOf(type: string, competition = 'ru_season_5'): Promise<Params> {
    const stage = await app.db
      .selectFrom('stages')
      .select('id')
      .where('competition_code', '=', competition)
      .where('type', '=', type)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { stage_id: String(stage.id) }
  }

  /** The stage of the form, with a text of the finalist in the hand-in and in the draft. */
  async function formOfFinalist(): Promise<Params> {
    const stage = await stageOf('form')
    const [account, stageId] = [await accountId(people.finalist), Number(stage.stage_id)]
    const words = sql`data || ${JSON.stringify({ about: ownWords })}::jsonb`
    await sql`update hand_ins set data = ${words} where account_id = ${account} and stage_id = ${stageId}`.execute(
      app.db,
    )
    await sql`update stage_drafts set data = ${words} where account_id = ${account} and stage_id = ${stageId}`.execute(
      app.db,
    )
    return stage
  }

  async function draftOfFinalist(): Promise<Params> {
    const stage = await stageOf('essay')
    const url = `/api/v3/user/stages/${stage.stage_id}/draft`
    await made({ method: 'PUT', url, json: { data: { text: ownWords } } }, tokens.finalist)
    return { ...stage, revision: '1' }
  }

  /** The questionnaire, with a published report on the finalist's answers. */
  async function questionnaireOfFinalist(): Promise<Params> {
    const { stage_id = '' } = await stageOf('questionnaire')
    const [account, stage] = [await accountId(people.finalist), Number(stage_id)]
    const alias = 'f1a1157000'
    await sql`
      with handed as (
        insert into hand_ins (account_id, stage_id, revision, arrived_at, form_version, receipt_number, data)
        select ${account}, ${stage}, 1, now(), 1, 'of-the-finalist', '{}'
        where not exists (select from questionnaire_results where alias = ${alias})
        returning id
      )
      insert into questionnaire_results (hand_in_id, account_id, stage_id, alias, form_version, norm_version, norm_group,
        scales, flags, scored_at)
      select id, ${account}, ${stage}, ${alias}, 1, 1, '', '[]', '{}', now() from handed`.execute(app.db)
    await sql`insert into questionnaire_reports (stage_id, published_at) values (${stage}, now())
      on conflict do nothing`.execute(app.db)
    return { stage_id, alias, competition: 'ru_season_5', code: 'traits' }
  }

  async function accountId(email: string): Promise<number> {
    const row = await app.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return row.id
  }

  let newTeam = { team_id: '', test_id: '' }

  /** A team of two for one call alone, because some calls delete it. */
  async function aTeamToChange(): Promise<Params> {
    const { id: stage_id } = await app.db
      .selectFrom('stages')
      .select('id')
      .where('competition_code', '=', 'ru_season_5')
      .where('code', '=', 'teams')
      .executeTakeFirstOrThrow()
    const created_at = app.clock.now()
    const accounts = await app.db
      .insertInto('accounts')
      .values([1, 2].map(() => ({ email: `${randomUUID()}@demo.test`, password_hash: '', created_at })))
      .returning(['id', 'test_id'])
      .execute()
    const of = { competition_code: 'ru_season_5' }
    await app.db
      .insertInto('participations')
      .values(
        accounts.map(({ id }) => ({
          ...{ ...of, account_id: id, door: 'participant' as const, track_code: 'business', joined_at: created_at },
        })),
      )
      .execute()
    const name = randomUUID()
    const { id } = await app.db
      .insertInto('formed_teams')
      .values({ ...of, stage_id, name, name_key: name, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('formed_team_members')
      .values(
        accounts.map((account, at) => ({
          ...{ team_id: id, stage_id, account_id: account.id, state: 'active' as const },
          ...{ role: at === 0 ? ('captain' as const) : ('member' as const), since: created_at },
        })),
      )
      .execute()
    newTeam = { team_id: String(id), test_id: String(accounts[1]?.test_id) }
    return { competition: 'ru_season_5', code: 'teams', ...newTeam }
  }

  let newRegional = { author: 0, teammate: 0 }

  /** A regional group with a team of two, or without members, for one call alone. */
  async function aRegionalTeam(size: 0 | 2): Promise<Params> {
    const of = { competition_code: 'ru_season_5' }
    const now = app.clock.now()
    const { id: group_id } = await app.db
      .insertInto('regional_groups')
      .values({ ...of, code: randomUUID(), title: 'Новая группа' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: team_id } = await app.db
      .insertInto('regional_teams')
      .values({ ...of, group_id, name: 'Новая команда', capacity: 5 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { test_id } = await aTeamToChange()
    const params = { competition: 'ru_season_5', code: 'regional_team', test_id: String(test_id) }
    if (size > 0) {
      const members = await app.db
        .selectFrom('formed_team_members as m')
        .innerJoin('accounts as a', 'a.id', 'm.account_id')
        .select(['a.id', 'a.test_id'])
        .where('m.team_id', '=', Number(newTeam.team_id))
        .orderBy('a.id')
        .execute()
      await app.db
        .insertInto('regional_team_members')
        .values(
          members.map(({ id }, at) => ({ ...of, account_id: id, team_id, capacity: 5, seat: at + 1, joined_at: now })),
        )
        .execute()
      newRegional = { author: members[0]?.test_id ?? 0, teammate: members[1]?.test_id ?? 0 }
    }
    return { ...params, group_id: String(group_id), team_id: String(team_id) }
  }

  /** A region that is in no group yet. */
  async function freeRegion(): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select d.id from dictionary_items d where d.dict = 'regions' and d.competition_code is null and not exists (
        select from regional_group_regions r where r.competition_code = 'ru_season_5' and r.region = d.id)
      order by d.id limit 1`.execute(app.db)
    return rows[0]?.id ?? ''
  }

  /**
   * The finalist's team, and the number of a member, of a person who requested to join, or of one who looks for a team.
   */
  async function teamOfFinalist(other: 'active' | 'requested' | 'seeks' = 'active'): Promise<Params> {
    const id = await accountId(people.finalist)
    const { team_id, stage_id } = await app.db
      .selectFrom('formed_team_members')
      .select(['team_id', 'stage_id'])
      .where('account_id', '=', id)
      .where('role', '=', 'captain')
      .where('state', '=', 'active')
      // The team of the demo, not one made for an earlier call.
      .orderBy('team_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { account_id } =
      other === 'seeks'
        ? await app.db
            .selectFrom('team_seekers')
            .select('account_id')
            .where('stage_id', '=', stage_id)
            .orderBy('account_id')
            .limit(1)
            .executeTakeFirstOrThrow()
        : await app.db
            .selectFrom('formed_team_members')
            .select('account_id')
            .where('team_id', '=', team_id)
            .where('account_id', '!=', id)
            .where('state', '=', other)
            .orderBy('account_id')
            .limit(1)
            .executeTakeFirstOrThrow()
    const { test_id } = await app.db
      .selectFrom('accounts')
      .select('test_id')
      .where('id', '=', account_id)
      .executeTakeFirstOrThrow()
    return { team_id: String(team_id), user_id: String(test_id), stage_id: String(stage_id) }
  }

  /** The finalist's team in «Все виды этапов», where a letter is required. */
  async function gatheringOfFinalist(): Promise<Params> {
    const { team_id } = await app.db
      .selectFrom('formed_team_members as m')
      .innerJoin('stages as s', 's.id', 'm.stage_id')
      .select('m.team_id')
      .where('m.account_id', '=', await accountId(people.finalist))
      .where('m.state', '=', 'active')
      .where('s.competition_code', '=', 'all_kinds')
      .where('s.code', '=', 'teams')
      .executeTakeFirstOrThrow()
    return { team_id: String(team_id) }
  }

  /** A team with a letter of the finalist. */
  async function letterOf<Of extends Params>(team: () => Promise<Of>): Promise<Params> {
    const [of, { file_id = '' }] = [await team(), await fileOfFinalist()]
    await app.db
      .updateTable('formed_teams')
      .set({ letter_file: file_id })
      .where('id', '=', Number(of.team_id))
      .execute()
    return { ...of, file_id }
  }

  /**
   * A team of the finalist at a closed stage where captains may still request a replacement. In a competition of its
   * own, because the finalist has a team in the others.
   */
  async function lockedOfFinalist(): Promise<Params> {
    const now = app.clock.now()
    const competition = `locked_${randomUUID().slice(0, 8)}`
    const ofIt = { competition_code: competition }
    const stage = { ...ofIt, code: 'locked', type: 'teams_forming' }
    const of = (days: number) => new Date(now.getTime() + days * 86_400_000)
    await app.db
      .insertInto('competitions')
      .values({ code: competition, title: 'Закрытый сбор', published: true, sort: 1000 })
      .execute()
    await app.db
      .insertInto('tracks')
      .values({ ...ofIt, code: 'main', title: 'Общий трек', sort: 1 })
      .execute()
    for (const email of [people.finalist, people.participant])
      await app.db
        .insertInto('participations')
        .values({
          ...{ ...ofIt, account_id: await accountId(email), door: 'participant', track_code: 'main' },
          joined_at: of(-9),
        })
        .execute()
    const { id: stage_id } = await app.db
      .insertInto('stages')
      .values({
        ...{ ...stage, title: 'Команды', sort: 1000, opens_at: of(-9), closes_at: of(-1) },
        settings: JSON.stringify({ size_min: 1, size_max: 3, replace_until: of(9).toISOString() }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const name = randomUUID()
    const team = { ...ofIt, stage_id, name, name_key: name, created_at: of(-5) }
    const { id } = await app.db.insertInto('formed_teams').values(team).returning('id').executeTakeFirstOrThrow()
    const member = { team_id: id, stage_id, account_id: await accountId(people.finalist), since: of(-5) }
    await app.db
      .insertInto('formed_team_members')
      .values({ ...member, state: 'active', role: 'captain' })
      .execute()
    await app.heard()
    return { team_id: String(id), stage_id: String(stage_id), competition, code: stage.code }
  }

  /** A locked team, returned by its checker. */
  async function returnedOfFinalist(): Promise<Params> {
    const of = await lockedOfFinalist()
    const until = new Date(app.clock.now().getTime() + 86_400_000)
    await app.db
      .updateTable('formed_teams')
      .set({ returned_until: until })
      .where('id', '=', Number(of.team_id))
      .execute()
    const extended = { stage_id: Number(of.stage_id), account_id: await accountId(people.finalist) }
    await app.db
      .insertInto('stage_extensions')
      .values({ ...extended, closes_at: until, reason: 'Команда возвращена', granted_at: app.clock.now() })
      .execute()
    await app.heard()
    return of
  }

  /** A locked team for the assessor to check. */
  async function checkedOfFinalist(): Promise<Params> {
    const of = await lockedOfFinalist()
    const duty = { stage_id: Number(of.stage_id), account_id: await accountId(people.assessor), duty: 'check' as const }
    await app.db
      .insertInto('stage_staff')
      .values({ ...duty, added_at: app.clock.now() })
      .execute()
    return of
  }

  /** A replacement that the finalist has requested for a locked team. */
  async function askedByFinalist(): Promise<Params> {
    const of = await lockedOfFinalist()
    const { id } = await app.db
      .insertInto('team_replacements')
      .values({
        ...{ team_id: Number(of.team_id), stage_id: Number(of.stage_id), leaving_id: null },
        ...{ asked_by: await accountId(people.finalist), coming_id: await accountId(people.participant) },
        ...{ reason: ownWords, asked_at: app.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...of, replacement_id: String(id) }
  }

  async function numberOfFinalist(): Promise<Params> {
    const { test_id } = await app.db
      .selectFrom('accounts')
      .select('test_id')
      .where('email', '=', people.finalist)
      .executeTakeFirstOrThrow()
    return { user_id: String(test_id) }
  }

  async function numberOf(email: string): Promise<number> {
    const account = app.db.selectFrom('accounts').select('test_id').where('email', '=', email)
    return (await account.executeTakeFirstOrThrow()).test_id
  }

  /** Two accounts that are not merged yet. */
  async function twoAccounts(): Promise<Params> {
    const [one, other] = [await anAccount(app), await anAccount(app)]
    await takesPart(app.db, one.id, 'ru_season_5', null, app.clock.now())
    return { competition: 'ru_season_5', test_id: String(one.testId), other_id: String(other.testId) }
  }

  /** A merge that somebody else has proposed. */
  async function aMerge(): Promise<Params> {
    const [one, other] = [await anAccount(app), await anAccount(app)]
    await takesPart(app.db, one.id, 'ru_season_5', null, app.clock.now())
    const { id } = await app.db
      .insertInto('identity_acts')
      .values({
        ...{ kind: 'merge', account_id: one.id, other_id: other.id, competition_code: 'ru_season_5' },
        ...{ asked: '{"choices":[]}', reason: 'Просит', asked_at: app.clock.now(), state: 'waiting' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { competition: 'ru_season_5', act_id: String(id) }
  }

  /** A checker of the form other than the assessor, who must remain one. */
  const numberOfChecker = async () => String(await numberOf('mentor02@demo.test'))

  /** A stage of proposals with a person who checks them. */
  async function proposalPlace(): Promise<Params> {
    const { stage_id = '' } = await stageOf('mgmt_proposal', 'all_kinds')
    return {
      ...{ stage_id, competition: 'all_kinds', code: 'proposal', purpose: 'agency' },
      test_id: String(await numberOf(people.assessor)),
    }
  }

  /** The stage of proposals with a hand-in of the finalist. */
  async function proposalOfFinalist(): Promise<Params> {
    const place = await proposalPlace()
    const [account, stage] = [await accountId(people.finalist), Number(place.stage_id)]
    await sql`
      insert into hand_ins (account_id, stage_id, revision, arrived_at, form_version, receipt_number, data)
      select ${account}, ${stage}, 1, ${app.clock.now()}, 1, 'of the finalist', '{}'
      where not exists (select from hand_ins where account_id = ${account} and stage_id = ${stage})`.execute(app.db)
    await sql`
      insert into stage_facts (account_id, stage_id, started_at, submitted_at)
      values (${account}, ${stage}, ${app.clock.now()}, ${app.clock.now()})
      on conflict (account_id, stage_id) do update set submitted_at = excluded.submitted_at`.execute(app.db)
    return place
  }

  /** A member of the finalist's team in «Все виды этапов». */
  async function mateOfFinalist(): Promise<number> {
    const found = await app.db
      .selectFrom('formed_team_members as own')
      .innerJoin('formed_teams as t', 't.id', 'own.team_id')
      .innerJoin('formed_team_members as mate', 'mate.team_id', 't.id')
      .innerJoin('accounts as a', 'a.id', 'mate.account_id')
      .select('a.test_id')
      .where('own.account_id', '=', await accountId(people.finalist))
      .where('t.competition_code', '=', 'all_kinds')
      .where('mate.state', '=', 'active')
      .where('mate.role', '=', 'member')
      .orderBy('a.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return found.test_id
  }

  /** The work of the finalist's team, with a written section and a file, not handed in. */
  async function solutionOfFinalist(): Promise<Params> {
    const { stage_id = '' } = await stageOf('teams_solution', 'all_kinds')
    const account = await accountId(people.finalist)
    const { team_id } = await app.db
      .selectFrom('formed_team_members as m')
      .innerJoin('formed_teams as t', 't.id', 'm.team_id')
      .select('m.team_id')
      .where('m.account_id', '=', account)
      .where('m.state', '=', 'active')
      .where('t.competition_code', '=', 'all_kinds')
      .executeTakeFirstOrThrow()
    const { file_id = '' } = await fileOfFinalist()
    const of = { stage_id: Number(stage_id), team_id }
    const data = JSON.stringify({ text_problem: ownWords, files: [{ file_id, name: 'резюме.pdf', size: 1, type: '' }] })
    const now = app.clock.now()
    await app.db
      .insertInto('stage_drafts')
      .values({ ...of, revision: 1, data, saved_at: now, saved_by: account })
      .onConflict((conflict) => conflict.columns(['team_id', 'stage_id']).doUpdateSet({ data }))
      .execute()
    const held = {
      holder_id: account,
      holder: pageOfFinalist,
      held_until: new Date(now.getTime() + 60_000),
      revision: 0,
    }
    await app.db
      .insertInto('solution_sections')
      .values({ ...of, section: 'problem', ...held })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id', 'section']).doUpdateSet(held))
      .execute()
    const { id } = await app.db
      .insertInto('solution_versions')
      .values({
        ...{ ...of, section: 'problem', account_id: account, begun_at: now, saved_at: now },
        ...{ before: '', after: ownWords },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = { competition: 'all_kinds', code: 'solution', stage_id, team_id: String(team_id) }
    return { ...place, section: 'problem', file_id, version_id: String(id) }
  }

  /** Two similar proposals. */
  async function numberOfPair(): Promise<string> {
    const { stage_id } = await proposalPlace()
    await sql`
      insert into similar_works (first_id, second_id, percent, found_at)
      select min(id), max(id), 100, ${app.clock.now()} from works where stage_id = ${Number(stage_id)}
      on conflict do nothing`.execute(app.db)
    const { id } = await app.db
      .selectFrom('similar_works')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return String(id)
  }

  async function numberOfJudge(): Promise<string> {
    const { stage_id } = await stageOf('essay')
    await app.db
      .insertInto('stage_staff')
      .values({
        stage_id: Number(stage_id),
        account_id: await accountId('mentor03@demo.test'),
        duty: 'judge',
        added_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return String(await numberOf('mentor03@demo.test'))
  }

  /** An upload that the finalist has begun. */
  async function uploadOfFinalist({
    whole,
    purpose = 'file',
    field = null,
  }: {
    whole: boolean
    purpose?: FilePurpose
    /** The field of the team's solution. */
    field?: 'files' | null
  }): Promise<Params> {
    const bytes = await {
      file: () => Buffer.from(uploaded),
      image: square,
      avatar: square,
      video: () => recording.mp4,
    }[purpose]()
    const upload = new Upload({ id: randomBytes(16).toString('hex'), size: bytes.length, offset: 0 })
    const now = app.clock.now()
    await takeOfFinalist('recording')
    await app.db
      .deleteFrom('video_takes')
      .where('account_id', '=', await accountId(people.finalist))
      .execute()
    const video = await stageOf('videointerview', 'all_kinds')
    const stageId = field ? (await solutionOfFinalist()).stage_id : purpose === 'video' ? video.stage_id : null
    await app.db
      .insertInto('uploads')
      .values({
        id: upload.id,
        account_id: await accountId(people.finalist),
        purpose,
        name: 'файл.pdf',
        size: bytes.length,
        stage_id: stageId === null ? null : Number(stageId),
        field,
        began_at: now,
        heard_at: now,
      })
      .execute()
    const store = await app.services.disk.unfinished.store()
    await store.create(upload)
    if (whole) await store.write(Readable.from([bytes]), upload.id, 0)
    return { upload_id: upload.id }
  }

  const square = () =>
    sharp({ create: { width: 600, height: 600, channels: 3, background: '#1a3fd4' } })
      .png()
      .toBuffer()

  async function fileOfFinalist(): Promise<Params> {
    const form = new FormData()
    // All calls together upload more than a person may in an hour.
    await sql`delete from throttles where key like 'upload:%'`.execute(app.db)
    const pdf = await PDFDocument.create()
    pdf.addPage()
    form.set('file', new Blob([new Uint8Array(await pdf.save())]), 'резюме.pdf')
    const answer = await app.fetch('/api/v3/user/files?purpose=file', {
      method: 'POST',
      headers: { 'X-Token': tokens.finalist ?? '' },
      body: form,
    })
    return { file_id: ((await answer.json()) as { file_id: string }).file_id }
  }

  /** A picture of a question in the paper that the finalist is at work on. */
  async function pictureOfFinalist(): Promise<Params> {
    const { stage_id: id = '' } = await stageOf('test', 'all_kinds')
    const json = { act: 'begin', device: 'a-device' }
    await made({ method: 'POST', url: `/api/v3/user/assessments/${id}`, json }, tokens.finalist)
    const { file_id = '' } = await fileOfFinalist()
    const { id: questionId } = await aQuestion()
    const { question, key, ...rest } = plainQuestion
    const { id: version } = await app.db
      .insertInto('test_question_versions')
      .values({
        ...rest,
        question_id: questionId,
        number: sql<number>`(select max(number) + 1 from test_question_versions where question_id = ${questionId})`,
        made_at: app.clock.now(),
        made_by: null,
        body: JSON.stringify({ ...question, picture: file_id }),
        key: JSON.stringify(key),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('test_papers')
      .set({ sections: JSON.stringify([{ title: '', questions: [{ version, points: 1 }] }]) })
      .where('stage_id', '=', Number(id))
      .where('account_id', '=', await accountId(people.finalist))
      .execute()
    return { id, file_id }
  }

  /** A table of people that can be downloaded. */
  async function readyExport(protocol_id: number | null = null, competition_code = 'ru_season_5'): Promise<string> {
    const { id } = await app.db
      .insertInto('exports')
      .values({
        protocol_id,
        ...{ competition_code, asked_at: app.clock.now(), format: 'csv', audience: '{}' },
        ...{ about: 'Все', columns: ['number'] },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeExport(app.services, { exportId: id }, { lastAttempt: true })
    return String(id)
  }

  /** A saved audience. */
  async function savedAudience(): Promise<string> {
    const { id } = await app.db
      .insertInto('saved_audiences')
      .values({
        ...{ competition_code: 'ru_season_5', title: randomUUID(), audience: '{}', saved_at: app.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }

  /** A bulk act that nobody has taken back. */
  async function doneBulkAct(): Promise<string> {
    const { id } = await app.db
      .insertInto('bulk_acts')
      .values({
        ...{ competition_code: 'ru_season_5', asked_at: app.clock.now(), about: 'Все', reason: 'Так', people: 0 },
        ...{ audience: '{}', act: JSON.stringify({ kind: 'tag', tag: 'резерв' }), state: 'done' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }

  const ownReceipt = () => ({ title: `Есть: «{этап}» ${randomUUID()}`, text: 'Ваш номер — {квитанция}.' })

  async function receiptNow() {
    const { letters } = await app.db
      .selectFrom('competitions')
      .select('letters')
      .where('code', '=', 'ru_season_5')
      .executeTakeFirstOrThrow()
    return letterText(letters, 'receipt')
  }

  /** A message that is not sent yet. */
  async function plannedBroadcast(): Promise<string> {
    const now = app.clock.now()
    const { id } = await app.db
      .insertInto('broadcasts')
      .values({
        ...{ competition_code: 'ru_season_5', asked_at: now, starts_at: now, audience: '{}', about: 'Все', people: 1 },
        ...{ ...news, by_letter: false },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }

  /**
   * A stage at which participants assess the essays of one another, and a work with a file that the finalist is
   * assessing. For organisers another of its works, as the call needs it: a reference, a reported one.
   */
  async function taskOfFinalist(key: Key): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const rater_id = await accountId(people.finalist)
    const at = { given_at: app.clock.now(), pooled_at: app.clock.now(), opened_at: app.clock.now() }
    const stage_id = await peerStage()
    const works = await app.db
      .selectFrom('works as w')
      .innerJoin('stages as s', 's.id', 'w.stage_id')
      .select(['w.id', 'w.hand_in_id'])
      .where('s.competition_code', '=', 'ru_season_5')
      .where('s.code', '=', 'essay')
      .where('w.waits_since', 'is not', null)
      .where('w.account_id', '<>', rater_id)
      .orderBy('w.id')
      .execute()
    for (const table of ['peer_tasks', 'peer_pool', 'peer_references', 'peer_raters', 'peer_stages'] as const)
      await app.db.deleteFrom(table).where('stage_id', '=', stage_id).execute()
    const published_at = key.endsWith('/decisions') ? app.clock.now() : null
    await app.db.insertInto('peer_stages').values({ stage_id, opened_at: at.opened_at, published_at }).execute()
    await app.db.insertInto('peer_raters').values({ stage_id, account_id: rater_id, author: true }).execute()
    const stopped_at = key.endsWith('/works/:work_id/report') ? app.clock.now() : null
    const pool = works.map(({ id: work_id, hand_in_id }) => ({
      stage_id,
      work_id,
      hand_in_id,
      pooled_at: at.pooled_at,
    }))
    await app.db.insertInto('peer_pool').values(pool).execute()
    const [mine, other] = works
    if (!mine || !other) throw new Error('nobody has written an essay')
    const { id: rubric_id } = await app.db.selectFrom('rubrics').select('id').orderBy('id').executeTakeFirstOrThrow()
    if (key.startsWith('DELETE'))
      await app.db
        .insertInto('peer_references')
        .values({ stage_id, work_id: other.id, training: true, rubric_id, marks: '{}', total: 50, comment: 'Эталон' })
        .execute()
    await app.db.updateTable('peer_pool').set({ stopped_at }).where('work_id', '=', other.id).execute()
    await app.db.insertInto('hand_in_files').values({ hand_in_id: mine.hand_in_id, file_id }).execute()
    const task = { stage_id, work_id: mine.id, hand_in_id: mine.hand_in_id, rater_id, given_at: at.given_at }
    const { id } = await app.db
      .insertInto('peer_tasks')
      .values({ ...task, kind: 'pool', place: 1, draft: JSON.stringify({ marks: {}, comment: ownWords }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      ...{ stage_id: String(stage_id), task_id: String(id), work_id: String(other.id), file_id },
      ...{ competition: 'ru_season_5', code: 'peer', test_id: (await numberOfFinalist()).user_id ?? '' },
    }
  }
  function ofTask(key: Key, body?: unknown): Partial<Record<Key, Owned>> {
    return { [key]: { params: () => taskOfFinalist(key), ...(body === undefined ? {} : { body }) } }
  }

  const pooledWork = async () =>
    (
      await app.db
        .selectFrom('peer_pool')
        .select('work_id')
        .where('stage_id', '=', await peerStage())
        .orderBy('work_id')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).work_id

  async function peerStage(): Promise<number> {
    const place = { competition_code: 'ru_season_5', code: 'peer' }
    const known = await app.db
      .selectFrom('stages')
      .select('id')
      .where('competition_code', '=', place.competition_code)
      .where('code', '=', place.code)
      .executeTakeFirst()
    if (known) return known.id
    const settings = JSON.stringify({
      works_of: 'essay',
      given: 3,
      received: 2,
      margin: 1,
      training: 0,
      min_comment: 0,
    })
    const stage = { ...place, type: 'mgmt_solution_assessment', title: 'Оценка решений', published: true, settings }
    return (await app.db.insertInto('stages').values(stage).returning('id').executeTakeFirstOrThrow()).id
  }

  async function mentorOfFinalist(): Promise<Params> {
    const row = await app.db
      .selectFrom('mentor_choices')
      .select('mentor_id')
      .where('account_id', '=', await accountId(people.finalist))
      .orderBy('mentor_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { mentor_id: String(row.mentor_id) }
  }

  async function meetingOfFinalist(): Promise<Params> {
    const row = await app.db
      .selectFrom('meeting_parties as p')
      .innerJoin('meetings as m', 'm.id', 'p.meeting_id')
      .select('m.id')
      .where('p.account_id', '=', await accountId(people.finalist))
      .where('p.user_meeting_status', '=', 'pending')
      .where('m.status', '=', 'new')
      .orderBy('m.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { id: String(row.id) }
  }

  async function heldMeetingOfFinalist(): Promise<Params> {
    const row = await app.db
      .selectFrom('meeting_parties as p')
      .innerJoin('meetings as m', 'm.id', 'p.meeting_id')
      .select('m.id')
      .where('p.account_id', '=', await accountId(people.finalist))
      .where('p.user_meeting_status', '=', 'accepted')
      .where('m.status', '=', 'past')
      .orderBy('m.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { id: String(row.id) }
  }

  async function sessionOfFinalist(): Promise<Params> {
    const id = randomUUID()
    const now = app.clock.now()
    const expires_at = new Date(now.getTime() + 3_600_000)
    const account_id = await accountId(people.finalist)
    await app.db
      .insertInto('sessions')
      .values({ id, account_id, created_at: now, last_seen_at: now, expires_at })
      .execute()
    return { id }
  }

  async function consentOfFinalist(withdrawn: string | null): Promise<Params> {
    const account_id = await accountId(people.finalist)
    const consent = await app.db
      .selectFrom('consents')
      .select('id')
      .where('account_id', '=', account_id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('consents')
      .set({ withdrawn_at: withdrawn === null ? null : new Date(withdrawn) })
      .where('account_id', '=', account_id)
      .execute()
    return { id: String(consent.id) }
  }

  async function notificationOfFinalist(): Promise<Params> {
    const row = await app.db
      .insertInto('notifications')
      .values({
        account_id: await accountId(people.finalist),
        title: 'Личное',
        text: 'Только вам',
        payload: '',
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: String(row.id) }
  }

  async function anEntryCode(): Promise<string> {
    const { stage_id } = await stageOf('registration')
    const { id } = await app.db
      .insertInto('entry_codes')
      .values({
        ...{ stage_id: Number(stage_id), salt: randomBytes(16), code_hash: randomBytes(32), uses: 1, uses_left: 1 },
        ...{ expires_at: new Date('2040-01-01'), email: null, reason: 'Не успел', given_at: app.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }

  /** Parameters of addresses that the whole competition shares. */
  async function sharedParams(key: Key): Promise<Params> {
    const idIn = async (table: 'faq_articles' | 'offline_events' | 'offline_event_slots' | 'feedback_requests') => ({
      id: String((await app.db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id),
    })
    const path = key.slice(key.indexOf('/'))
    const form = { stage_id: (await stageOf('form')).stage_id ?? '', competition: 'ru_season_5', form: 'questionnaire' }
    if (path.endsWith('/feedback/requests')) return { competition: 'all_kinds', code: 'feedback' }
    if (/\/stages\/:\w+\/feedback/.test(path))
      return { ...(await stageOf('feedback')), competition: 'ru_season_5', code: 'form_feedback' }
    if (path.includes('/:code/team-replacements')) return askedByFinalist()
    if (/^\/admin.*\/teams\/:team_id\/files\/:file_id$/.test(path)) return letterOf(aTeamToChange)
    if (path.includes('/:code/registration'))
      return { competition: 'ru_season_5', code: 'registration', document: 'personal_data', id: await anEntryCode() }
    if (path.includes('/:code/regional-')) return aRegionalTeam(/members|marks/.test(path) ? 2 : 0)
    if (path.includes('/:code/teams')) return aTeamToChange()
    if (path.includes('pictures/')) return { ...(await pictureOfFinalist()), competition: 'all_kinds' }
    if (path.startsWith('/user/assessments')) return { id: (await stageOf('test', 'all_kinds')).stage_id ?? '' }
    if (/\/:code\/(mentors|matching)/.test(path)) return mentorPlace(path)
    if (path.startsWith('/mentors/users/:')) return chosenMentorPlace()
    if (path.includes('/:code/tracks'))
      return { competition: 'all_kinds', code: 'track_wishes', test_id: await numberOfChooser() }
    if (path.startsWith('/user/stages') && path.endsWith('/tracks')) return stageOf('choose_tracks', 'all_kinds')
    if (path.includes('/:code/meetings')) return { competition: 'all_kinds', code: 'meetings' }
    if (path.includes('/multiform'))
      return { ...(await stageOf('multiform')), competition: 'ru_season_5', code: 'portfolio' }
    if (path.includes('/:competition/questions') || path.includes('/:code/test'))
      return { competition: 'all_kinds', code: 'test', id: String((await aQuestion()).id) }
    if (path.startsWith('/user') && path.includes('/proposal')) return proposalOfFinalist()
    if (path.includes('/proposal')) return proposalPlace()
    if (path.includes('/similarity')) return { ...(await proposalPlace()), pair_id: await numberOfPair() }
    if (path.includes('/questionnaire')) return questionnaireOfFinalist()
    if (path.includes('/lesson')) return lessonOfFinalist()
    if (path.includes('/solution')) return solutionOfFinalist()
    if (path.includes('/peer')) return taskOfFinalist(key)
    if (path.includes('/team-marks') || path.startsWith('/desk/observations')) return marksOfFinalist(key)
    if (
      /\/event(\/|$)/.test(path) ||
      path.startsWith('/desk/doors') ||
      /^\/offline_event_slot\/:id\/(hold|wait)$/.test(path)
    )
      return eventOfDemo(path)
    if (path.includes('/playoff') || path.startsWith('/desk/matches')) return matchOfBracket(path)
    if (path.startsWith('/video')) return ticketOfFinalist()
    if (/^\/desk\/.*\/(videos|defects)/.test(path)) return workWithVideo()
    if (path.includes('/video'))
      return {
        ...(await stageOf('videointerview', 'all_kinds')),
        ...{ competition: 'all_kinds', code: 'interview', question: '1' },
      }
    if (path.startsWith('/desk/judging')) return stageOf('essay')
    if (path.startsWith('/desk/readings')) return readingWithFile()
    if (path.includes('/judging/references')) return referenceOfEssays()
    if (path.includes('/rights/')) return { competition: 'ru_season_5', ...(await invitedOrganiser()) }
    if (path.includes('/:number/files/')) return aProtocolFile()
    if (path.includes('/:export_id')) return { competition: 'ru_season_5', export_id: await readyExport() }
    if (path.includes('/:audience_id')) return { competition: 'ru_season_5', audience_id: await savedAudience() }
    if (path.includes('/:bulk_act_id')) return { competition: 'ru_season_5', bulk_act_id: await doneBulkAct() }
    if (path.includes('/:letter')) return { competition: 'ru_season_5', letter: 'receipt' }
    if (path.includes('/:broadcast_id')) return { competition: 'ru_season_5', broadcast_id: await plannedBroadcast() }
    if (path.includes('/judging/works/')) return disputedWork()
    if (path.includes('/judging/readings/')) return (await readingToMove()).params
    if (path.includes('/duplicates/')) return twoAccounts()
    if (path.includes('/merges/')) return aMerge()
    if (path.includes('/participants/'))
      return { competition: 'ru_season_5', test_id: String(await numberOf('demo100@demo.test')) }
    if (/\/(cutoffs|protocols)\b/.test(path)) return aCutoff()
    if (/\/:code\/judg/.test(path)) return { competition: 'ru_season_5', code: 'essay', test_id: await numberOfJudge() }
    if (/\/:code\/rules\b/.test(path)) return { competition: 'all_kinds', code: await codeOfRules() }
    if (path.includes('/:dict/')) return { competition: 'ru_season_5', dict: 'schools' }
    if (path.startsWith('/admin/competitions'))
      return { ...form, code: 'questionnaire', test_id: await numberOfChecker() }
    if (path.startsWith('/user/rules')) return { id: (await stageOf('rules')).stage_id ?? '' }
    if (path.startsWith('/user/registration')) return stageOf('registration')
    if (path.startsWith('/desk/stages')) return { stage_id: form.stage_id }
    if (/^\/desk\/works\/:\w+\/appeal/.test(path)) return appealedWork()
    if (path.startsWith('/desk/works')) return workWithFile()
    if (path.startsWith('/desk/teams')) return letterOf(checkedOfFinalist)
    if (path.startsWith('/mentors/files')) return fileForMentor()
    if (path.startsWith('/mentors/meetings')) return meetingOfMentor(!/calendar$|report$/.test(path))
    if (path.includes('/files/')) return feedbackWithFile()
    if (path.startsWith('/admin/feedback')) return idIn('feedback_requests')
    if (path.includes('faq-articles')) return idIn('faq_articles')
    if (path.startsWith('/offline_event_slots')) return idIn('offline_events')
    if (path.startsWith('/offline_event_slot')) {
      await app.db.updateTable('offline_events').set({ opens_at: null }).execute()
      return idIn('offline_event_slots')
    }
    if (path.startsWith('/user/teams_formation')) return teamOfFinalist()
    if (path.startsWith('/calendar')) return calendarOfFinalist()
    if (path.startsWith('/faq-images')) return pictureOfHelp()
    if (path.startsWith('/user/forms')) await formOfFinalist()
    if (path.endsWith('/my-profile')) await wordsOnTeamProfile()
    return { ...form, code: 'ru_season_5', dict: 'regions' }
  }

  /** A new cutoff, and the number of the demo's protocol. */
  async function aCutoff(): Promise<Params> {
    const stage = await stageOf('essay', 'politleaders_2')
    const { id } = await app.db
      .insertInto('cutoffs')
      .values({
        ...{ stage_id: Number(stage.stage_id), title: 'Вариант', saved_by: null, saved_at: app.clock.now() },
        ...{ rule: JSON.stringify(newRule('essay')), letters: JSON.stringify(usualLetters) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { competition: 'politleaders_2', cutoff_id: String(id), number: '1' }
  }

  /** A table of the demo's protocol. */
  async function aProtocolFile(): Promise<Params> {
    const competition_code = 'politleaders_2'
    const { id } = await app.db
      .selectFrom('protocols')
      .select('id')
      .where('competition_code', '=', competition_code)
      .where('number', '=', 1)
      .executeTakeFirstOrThrow()
    return { competition: competition_code, number: '1', export_id: await readyExport(id, competition_code) }
  }

  /** The stage at which mentors are matched, with a mentor whom nobody has chosen, or a person who has handed in. */
  async function mentorPlace(path: string): Promise<Params> {
    const of = { competition: 'all_kinds', code: 'mentor_matching' }
    const { id: stage_id } = await app.db
      .selectFrom('stages')
      .select('id')
      .where('competition_code', '=', of.competition)
      .where('code', '=', of.code)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('stage_mentors')
      .values({ stage_id, mentor_id: await accountId('mentor12@demo.test') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await handedInWithoutMentor(stage_id)
    const test_id = await numberOf(path.includes('/list/') ? 'mentor12@demo.test' : people.finalist)
    return { ...of, test_id: String(test_id), stage_id: String(stage_id) }
  }

  /** The finalist has chosen the mentor there, and the matching has found no mentor. */
  async function handedInWithoutMentor(stage_id: number): Promise<void> {
    const at = app.clock.now()
    const of = { account_id: await accountId(people.finalist), stage_id }
    const facts = { submitted_at: at, failed_at: at, passed_at: null }
    await app.db
      .insertInto('stage_facts')
      .values({ ...of, ...facts })
      .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(facts))
      .execute()
    const fresh = { status: 'proposed' as const, matched: false }
    await app.db
      .insertInto('mentor_choices')
      .values({ ...of, ...fresh, mentor_id: await accountId(people.mentor), rank: 1, chosen_at: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'stage_id', 'mentor_id']).doUpdateSet(fresh))
      .execute()
  }

  async function chosenMentorPlace(): Promise<Params> {
    const { stage_id = '' } = await mentorPlace('')
    return { stage_id, user_id: String(await numberOf(people.finalist)) }
  }

  /** A plan without any pairs. */
  async function emptyPlan(): Promise<{ version: number }> {
    const { stage_id } = await mentorPlace('')
    await app.db.deleteFrom('mentor_plans').where('stage_id', '=', Number(stage_id)).execute()
    const rules = JSON.stringify({ region: 'any', each: 1, more: 0 })
    await app.db
      .insertInto('mentor_plans')
      .values({ stage_id: Number(stage_id), variant: 'plan', rules, made_at: app.clock.now(), version: 1 })
      .execute()
    return { version: 1 }
  }

  /** The number of a person who has chosen tracks. */
  async function numberOfChooser(): Promise<string> {
    const { test_id } = await app.db
      .selectFrom('track_choices as c')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .select('a.test_id')
      .orderBy('a.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return String(test_id)
  }

  /** A question of the bank with its version. */
  async function aQuestion() {
    const made = app.db
      .selectFrom('test_question_versions as v')
      .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    const found = made
      .select(['q.id', 'v.number as version', 'v.id as versionId'])
      .where('q.competition_code', '=', 'all_kinds')
      .where('q.code', '=', 'whole-call')
      .orderBy('v.number', 'desc')
    const known = await found.executeTakeFirst()
    if (known) return known
    const { id } = await app.db
      .insertInto('test_questions')
      .values({ competition_code: 'all_kinds', code: 'whole-call' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { question, key, ...rest } = plainQuestion
    const version = { question_id: id, number: 1, made_at: app.clock.now(), made_by: null }
    await app.db
      .insertInto('test_question_versions')
      .values({ ...version, ...rest, body: JSON.stringify(question), key: JSON.stringify(key) })
      .execute()
    return found.executeTakeFirstOrThrow()
  }

  /** The number of a person with an unpublished result. */
  async function numberOfTestFinisher(): Promise<number> {
    const { test_id } = await app.db
      .selectFrom('attempts as t')
      .innerJoin('stages as s', 's.id', 't.stage_id')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select('a.test_id')
      .where('s.competition_code', '=', 'all_kinds')
      .where('t.finished_at', 'is not', null)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('stage_results as r')
              .select('r.stage_id')
              .whereRef('r.account_id', '=', 't.account_id')
              .whereRef('r.stage_id', '=', 't.stage_id'),
          ),
        ),
      )
      .orderBy('t.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return test_id ?? 0
  }

  async function calendarOfFinalist(): Promise<Params> {
    const { text } = await made({ method: 'POST', url: '/api/v3/user/calendar-address' }, tokens.finalist)
    return { token: (JSON.parse(text) as { url: string }).url.split('/').at(-1) ?? '' }
  }

  async function pictureOfHelp(): Promise<Params> {
    const form = new FormData()
    const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: '#fc0' } })
    form.set('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'схема.png')
    const url = '/api/v3/admin/faq-images?competition_code=ru_season_5'
    const { text } = await made({ method: 'POST', url, form }, tokens.admin)
    return { file_id: (JSON.parse(text) as { url: string }).url.split('/').at(-1) ?? '' }
  }

  async function wordsOnTeamProfile(): Promise<void> {
    const own = app.db.updateTable('regional_team_profiles').set({ about: ownWords })
    await own.where('account_id', '=', await accountId(people.finalist)).execute()
  }

  /**
   * A mentor whom the finalist assists, with a person who waits for an answer and requests another time for a meeting.
   */
  async function assistedByFinalist(): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const mentor = await app.db
      .selectFrom('accounts')
      .select(['id', 'test_id'])
      .where('email', '=', people.mentor)
      .executeTakeFirstOrThrow()
    const { stage_id = '' } = await stageOf('mentor_choice', 'young_managers')
    const stage = Number(stage_id)
    const person = await app.db
      .selectFrom('participations as p')
      .innerJoin('accounts as a', 'a.id', 'p.account_id')
      .select(['a.id', 'a.test_id'])
      .where('p.competition_code', '=', 'young_managers')
      .where('a.email', 'not in', Object.values(people))
      .where('p.disqualified_at', 'is', null)
      .orderBy('a.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('mentor_profiles')
      .set({ assistant_email: people.finalist, capacity: null })
      .where('account_id', '=', mentor.id)
      .execute()
    await app.db
      .updateTable('accounts')
      .set({ email_verified_at: app.clock.now() })
      .where('email', '=', people.finalist)
      .execute()
    const now = app.clock.now()
    await app.db
      .deleteFrom('mentor_choices')
      .where('account_id', '=', person.id)
      .where('stage_id', '=', stage)
      .execute()
    await app.db
      .insertInto('mentor_choices')
      .values({
        ...{ account_id: person.id, stage_id: stage, mentor_id: mentor.id, rank: 1, chosen_at: now, file_id },
        ...{ offered_at: now, answer_until: new Date(now.getTime() + 7 * 86_400_000), told_at: now },
      })
      .execute()
    // Meetings far in time from each other and from those of the demo.
    const { count } = await app.db
      .selectFrom('meetings')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const starts_at = new Date(now.getTime() + (20 + Number(count)) * 86_400_000)
    const { id } = await app.db
      .insertInto('meetings')
      .values({
        ...{ stage_id: stage, mentor_id: mentor.id, starts_at, created_at: now },
        ...{ format: 1, place: 'Пермь', minutes: 15 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('meeting_parties')
      .values({
        ...{ meeting_id: id, account_id: person.id, user_meeting_status: 'changed' },
        ...{ proposed: [new Date(starts_at.getTime() + 3_600_000)], asked_at: now },
      })
      .execute()
    const numbers = { mentor_id: mentor.test_id, user_id: person.test_id, stage_id, id }
    return { file_id, ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])) }
  }

  async function fileForMentor(): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const mentor_id = await accountId(people.mentor)
    await app.db.updateTable('mentor_choices').set({ file_id }).where('mentor_id', '=', mentor_id).execute()
    return { file_id }
  }

  /** A work of the finalist that waits for the assessor, with a file. */
  async function workWithFile(): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const { stage_id } = await stageOf('form')
    const { id, hand_in_id } = await app.db
      .updateTable('works')
      .set({ waits_since: app.clock.now(), held_by: null, held_until: null })
      .where('stage_id', '=', Number(stage_id))
      .where('account_id', '=', await accountId(people.finalist))
      .returning(['id', 'hand_in_id'])
      .executeTakeFirstOrThrow()
    await app.db.insertInto('hand_in_files').values({ hand_in_id, file_id }).execute()
    return { work_id: String(id), file_id, hand_in: String(hand_in_id) }
  }

  /** A work of the finalist that was refused, with an appeal against this. */
  async function appealedWork(): Promise<Params> {
    const params = await workWithFile()
    const [work_id, hand_in_id] = [Number(params.work_id), Number(params.hand_in)]
    const [account_id, at] = [await accountId(people.finalist), app.clock.now()]
    const { stage_id } = await stageOf('form')
    await app.db.updateTable('works').set({ waits_since: null }).where('id', '=', work_id).execute()
    for (const table of ['appeals', 'work_checks'] as const)
      await app.db.deleteFrom(table).where('work_id', '=', work_id).execute()
    const { id: decision_id } = await app.db
      .insertInto('stage_decisions')
      .values({
        account_id,
        stage_id: Number(stage_id),
        outcome: 'failed',
        reason: 'Нет расчёта',
        decided_at: at,
        published_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const appeal = { work_id, hand_in_id, account_id, decision_id, text: 'Расчёт на второй странице', filed_at: at }
    await app.db.insertInto('appeals').values(appeal).execute()
    return params
  }

  async function fingerprintOfAppeal(): Promise<string> {
    const latest = app.db.selectFrom('appeals').select('work_id').orderBy('id', 'desc').limit(1)
    const { work_id } = await latest.executeTakeFirstOrThrow()
    const { text } = await made({ method: 'GET', url: `/api/v3/desk/works/${work_id}/appeal` }, tokens.admin)
    return (JSON.parse(text) as { appeal: { fingerprint: string } }).appeal.fingerprint
  }

  /**
   * A lesson that the finalist has planned, with a picture, cancelled by the school. Another lesson names the finalist
   * as an author.
   */
  async function lessonOfFinalist({ accepted = false } = {}): Promise<Params> {
    const competition_code = 'all_kinds'
    const idOf = async (type: string) => Number((await stageOf(type, competition_code)).stage_id)
    const [stage_id, plan, report] = [
      await idOf('public_lesson'),
      await idOf('lesson_plan'),
      await idOf('lesson_report'),
    ]
    const [finalist, captain] = [await accountId(people.finalist), await accountId(people.captain)]
    const now = app.clock.now()
    const { file_id = '' } = await fileOfFinalist()
    await app.db.updateTable('files').set({ purpose: 'image' }).where('id', '=', file_id).execute()
    const facts = (stage: number, passed: boolean) => ({
      ...{ stage_id: stage, account_id: finalist, submitted_at: now, passed_at: passed ? now : null },
    })
    await app.db
      .deleteFrom('stage_facts')
      .where('account_id', '=', finalist)
      .where('stage_id', 'in', [plan, report])
      .execute()
    await app.db
      .insertInto('stage_facts')
      .values([facts(plan, true), ...(accepted ? [facts(report, true)] : [])])
      .execute()
    await sql`
      insert into lessons (stage_id, account_id, region, school, school_key, address, starts_at, topic)
      select ${stage_id}, account, '7700000000000', 'Школа ' || account, account::text, 'Москва', ${now},
        case when account = ${finalist} then ${ownWords} else 'Урок' end
      from unnest(${[finalist, captain]}::int[]) as account on conflict do nothing`.execute(app.db)
    await sql`insert into lesson_authors (stage_id, account_id, author_id) values (${stage_id}, ${captain}, ${finalist})
      on conflict do nothing`.execute(app.db)
    await app.db.deleteFrom('lesson_cancellations').where('account_id', '=', finalist).execute()
    const cancelled = await app.db
      .insertInto('lesson_cancellations')
      .values({ stage_id, account_id: finalist, reason: 'Карантин', asked_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into hand_ins (account_id, stage_id, revision, arrived_at, receipt_number, data)
      select ${finalist}, ${plan}, 1, ${now}, 'lesson-' || ${finalist}, '{}'
      where not exists (select from hand_ins where account_id = ${finalist} and stage_id = ${plan})`.execute(app.db)
    const work = await app.db
      .selectFrom('works')
      .select(['id', 'hand_in_id'])
      .where('stage_id', '=', plan)
      .where('account_id', '=', finalist)
      .executeTakeFirstOrThrow()
    await app.db.insertInto('hand_in_files').values({ hand_in_id: work.hand_in_id, file_id }).execute()
    const place = await app.db
      .insertInto('lesson_places')
      .values({ stage_id, region: '7700000000000', school: 'Лицей', address: 'Москва', dates: ['2027-01-15'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      ...{ stage_id: String(stage_id), work_id: String(work.id), file_id, place_id: String(place.id) },
      ...{ cancellation_id: String(cancelled.id), test_id: String(await numberOf(people.captain)) },
      ...{ competition: competition_code, code: 'lesson' },
    }
  }

  /** The finalist's marks of a teammate, handed in only for taking them back; and a team that the assessor observes. */
  async function marksOfFinalist(key: Key): Promise<Params> {
    const { stage_id = '' } = await stageOf('teams_evaluation', 'all_kinds')
    const ofStage = Number(stage_id)
    const account_id = await accountId(people.finalist)
    const facts = { submitted_at: key.endsWith('/take-back') ? app.clock.now() : null, passed_at: null }
    await app.db
      .insertInto('stage_facts')
      .values({ stage_id: ofStage, account_id, started_at: app.clock.now(), ...facts })
      .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(facts))
      .execute()
    // An earlier call may have counted the marks.
    for (const table of ['team_mark_reports', 'team_evaluations'] as const)
      await app.db.deleteFrom(table).where('stage_id', '=', ofStage).execute()
    const agrees = key.endsWith('/agreed')
    const observations = await app.db
      .selectFrom('team_observers')
      .select(['id', 'team_id', 'done_at'])
      .where('stage_id', '=', ofStage)
      .where('observer_id', '=', await accountId(people.assessor))
      .orderBy('id')
      .execute()
    const watched = observations.find(({ team_id }) => (team_id === observations[0]?.team_id) === agrees)
    if (!agrees)
      await app.db
        .updateTable('team_observers')
        .set({ marks: null, done_at: null })
        .where('id', '=', watched?.id ?? 0)
        .execute()
    await app.db.deleteFrom('team_agreed').where('stage_id', '=', ofStage).execute()
    await app.heard()
    return {
      ...{ stage_id, competition: 'all_kinds', code: 'marks' },
      ...{ observation_id: String(watched?.id ?? 0), team_id: String(watched?.team_id ?? 0) },
    }
  }

  /** Marks for all people and all criteria that the assessor observes. */
  async function gridOfWatched(key: Key): Promise<Record<string, number>> {
    const { team_id = '' } = await marksOfFinalist(key)
    const rows = await app.db
      .selectFrom('formed_team_members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .select('a.test_id')
      .where('m.team_id', '=', Number(team_id))
      .where('m.state', '=', 'active')
      .execute()
    const who = [...rows.map(({ test_id }) => String(test_id)), 'team']
    return Object.fromEntries(who.flatMap((each) => [`${each}_k1`, `${each}_k2`].map((name) => [name, 3])))
  }

  let daysMade = 0

  /** An event on which only the finalist has a place. */
  async function eventOfFinalist(): Promise<Params> {
    const now = app.clock.now()
    const { id, slots } = await anOfflineEvent(app.db, { competition_code: 'ru_season_5', now, places: [2] })
    await app.db
      .insertInto('slot_bookings')
      .values({
        ...{ event_id: id, slot_id: slots[0] ?? 0, account_id: await accountId(people.finalist), booked_at: now },
      })
      .execute()
    return { id: String(id) }
  }

  /** The event of the demo, not cancelled: its full slot to wait for, otherwise the one with most places. */
  async function eventOfDemo(path: string): Promise<Params> {
    const { stage_id = '' } = await stageOf('event', 'all_kinds')
    await app.db
      .updateTable('offline_events')
      .set({ cancelled_at: null, cancelled_because: null })
      .where('stage_id', '=', Number(stage_id))
      .execute()
    const slots = await app.db
      .selectFrom('offline_event_slots as t')
      .innerJoin('offline_events as e', 'e.id', 't.event_id')
      .select(['t.id', 't.capacity', 't.taken'])
      .where('e.stage_id', '=', Number(stage_id))
      .where('t.start_time', '>', app.clock.now())
      .orderBy('t.start_time')
      .execute()
    const full = slots.find(({ capacity, taken }) => taken >= capacity && capacity > 1)
    const free = slots.toSorted((one, other) => other.capacity - one.capacity)[0]
    const assessor = await accountId(people.assessor)
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id: Number(stage_id), account_id: assessor, duty: 'check', added_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return {
      ...{ stage_id, id: String((path.endsWith('/wait') ? full : free)?.id), slot_id: String(free?.id) },
      ...{ competition: 'all_kinds', code: 'meeting', test_id: String(await numberOf(people.assessor)) },
    }
  }

  /** A match of the bracket: on the desk one that the assessor must mark, for organisers one that is only scheduled. */
  async function matchOfBracket(path: string): Promise<Params> {
    const { stage_id = '' } = await stageOf('playoff', 'all_kinds')
    const ofStage = Number(stage_id)
    const matches = await app.db
      .selectFrom('playoff_matches')
      .select('id')
      .where('stage_id', '=', ofStage)
      .where('round', '=', 2)
      .orderBy('place')
      .execute()
    const onDesk = path.startsWith('/desk')
    const { id = 0 } = matches[onDesk ? 1 : 0] ?? {}
    await app.db
      .updateTable('playoff_matches')
      .set({ state: onDesk ? 'judging' : 'scheduled', outcome: null, published_at: null, won: null })
      .where('id', '=', id)
      .execute()
    await app.db
      .updateTable('playoff_judges')
      .set({ abstained: null, abstained_at: null })
      .where('match_id', '=', id)
      .execute()
    const entrant = await app.db
      .selectFrom('playoff_entrants')
      .select('id')
      .where('stage_id', '=', ofStage)
      .where('dropped_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return {
      ...{ stage_id, match_id: String(id), entrant_id: String(entrant.id) },
      ...{ competition: 'all_kinds', code: 'debates' },
    }
  }

  /** A take of the finalist in the video interview: one that is being recorded, or one that plays. */
  async function takeOfFinalist(state: 'recording' | 'ready'): Promise<Params> {
    const stage_id = Number((await stageOf('videointerview', 'all_kinds')).stage_id)
    const of = { account_id: await accountId(people.finalist), stage_id, question: 1 }
    const now = app.clock.now()
    await app.db
      .insertInto('video_questions')
      .values({ ...of, text: ownWords, think_seconds: 5, answer_seconds: 20, takes: 9, asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.db.deleteFrom('video_takes').where('account_id', '=', of.account_id).execute()
    const file_id = state === 'ready' ? (await fileOfFinalist()).file_id : null
    const { id } = await app.db
      .insertInto('video_takes')
      .values({
        ...{ ...of, source: 'recording', type: 'video/webm', state, began_at: now, heard_at: now },
        ...{ max_ms: 20_000, file_id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { take_id: String(id) }
  }

  async function ticketOfFinalist(): Promise<Params> {
    const { take_id } = await takeOfFinalist('ready')
    const { text } = await made({ method: 'POST', url: `/api/v3/user/video/${take_id}/viewing` }, tokens.finalist)
    return { token: (JSON.parse(text) as { url: string }).url.split('/').at(-1) ?? '' }
  }

  /** A video interview that the assessor reads and may check. */
  async function workWithVideo(): Promise<Params> {
    const stage_id = Number((await stageOf('videointerview', 'all_kinds')).stage_id)
    const assessor = await accountId(people.assessor)
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id, account_id: assessor, duty: 'check', added_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.db.deleteFrom('video_grants').where('stage_id', '=', stage_id).execute()
    // Not blind: a judge who must not know the author of a work may not check it.
    await app.db.updateTable('judgings').set({ blind: false }).where('stage_id', '=', stage_id).execute()
    const found = await app.db
      .selectFrom('readings as r')
      .innerJoin('works as w', 'w.id', 'r.work_id')
      .innerJoin('hand_in_files as f', 'f.hand_in_id', 'w.hand_in_id')
      .select(['r.id', 'w.id as work_id', 'f.file_id'])
      .where('r.judge_id', '=', assessor)
      .where('w.stage_id', '=', stage_id)
      .orderBy('r.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { reading_id: String(found.id), work_id: String(found.work_id), file_id: found.file_id }
  }

  /** A work whose judges disagree, and which other judges may read. */
  async function disputedWork(): Promise<Params> {
    const { id } = await app.db
      .selectFrom('works as w')
      .innerJoin('stages as s', 's.id', 'w.stage_id')
      .select('w.id')
      .where('s.competition_code', '=', 'all_kinds')
      .where('s.code', '=', 'lesson_learnt')
      .orderBy('w.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { competition: 'all_kinds', code: 'lesson_learnt', work_id: String(id) }
  }

  /** A reading of one judge that another judge of the stage may take. */
  async function readingToMove(): Promise<{ params: Params; to: number }> {
    const { rows } = await sql<{ id: number; to: number }>`
      select r.id, a.test_id as to from readings r
      join works w on w.id = r.work_id and w.waits_since is not null
      join stages s on s.id = w.stage_id and s.competition_code = 'all_kinds' and s.code = 'lesson_learnt'
      join stage_staff t on t.stage_id = s.id and t.duty = 'judge'
      join accounts a on a.id = t.account_id
      where r.abstained is null
        and not exists (select from readings o where o.work_id = w.id and o.judge_id = a.id and o.taken is null)
      order by r.id, a.id limit 1`.execute(app.db)
    const [found] = rows
    if (!found) throw new Error('no work can be moved')
    return { params: { competition: 'all_kinds', code: 'lesson_learnt', reading_id: String(found.id) }, to: found.to }
  }

  /** The number of a person who has given feedback under their name. */
  async function numberOfFeedbackAuthor(): Promise<number> {
    const { test_id } = await app.db
      .selectFrom('feedback_named as f')
      .innerJoin('accounts as a', 'a.id', 'f.account_id')
      .select('a.test_id')
      .where(sql<boolean>`f.opinion ->> 'text' <> ''`)
      .orderBy('a.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return test_id ?? 0
  }

  /** A reference essay with the agreed marks of experts. */
  async function referenceOfEssays(): Promise<Params> {
    const { stage_id } = await stageOf('essay')
    const { id, hand_in_id } = await app.db
      .selectFrom('works')
      .select(['id', 'hand_in_id'])
      .where('stage_id', '=', Number(stage_id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const rubric = await app.db
      .selectFrom('rubrics')
      .select('id')
      .where('stage_id', '=', Number(stage_id))
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('judge_references')
      .values({ work_id: id, hand_in_id, rubric_id: rubric.id, training: true, marks: '{}', total: 50, comment: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { competition: 'ru_season_5', code: 'essay', work_id: String(id) }
  }

  /** An essay that the assessor judges, with a file. */
  async function readingWithFile(): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const { id, hand_in_id } = await app.db
      .selectFrom('readings as r')
      .innerJoin('works as w', 'w.id', 'r.work_id')
      .select(['r.id', 'w.hand_in_id'])
      .where('r.judge_id', '=', await accountId(people.assessor))
      .where('w.waits_since', 'is not', null)
      .where('r.abstained', 'is', null)
      .orderBy('r.id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('hand_in_files').values({ hand_in_id, file_id }).execute()
    return { reading_id: String(id), file_id, hand_in: String(hand_in_id) }
  }

  /** The address of a person who is invited to judge the essay and has not answered. */
  async function invitedJudge(): Promise<string> {
    const { stage_id } = await stageOf('essay')
    const at = app.clock.now()
    const email = `invited${at.getTime()}${Math.random()}@example.test`
    const { id } = await app.db
      .insertInto('staff_invitations')
      .values({ email, token_hash: randomBytes(32), sent_at: at, expires_at: new Date(at.getTime() + 1000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('staff_invitation_duties')
      .values({ invitation_id: id, stage_id: Number(stage_id), duty: 'judge' })
      .execute()
    return email
  }

  /** A person with rights in the season, and an invitation that is not accepted. */
  async function invitedOrganiser(): Promise<Params> {
    const at = app.clock.now()
    const email = `organiser${Math.random()}@example.test`
    const { id } = await app.db
      .insertInto('staff_invitations')
      .values({ email, token_hash: randomBytes(32), sent_at: at, expires_at: new Date(at.getTime() + 1000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('staff_invitation_flags')
      .values({ invitation_id: id, competition_code: 'ru_season_5', flag: 'reports' })
      .execute()
    const organiser = await anAccount(app, { isDemo: true })
    await app.db
      .insertInto('admin_flags')
      .values({ account_id: organiser.id, flag: 'reports', competition_code: 'ru_season_5' })
      .execute()
    return { invitation_id: String(id), test_id: String(organiser.testId) }
  }

  /** A past meeting of the mentor with the finalist, or one for which the finalist requests another time. */
  async function meetingOfMentor(anotherTime: boolean): Promise<Params> {
    const { id, user_id, account_id } = await app.db
      .selectFrom('meetings as m')
      .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
      .innerJoin('accounts as a', 'a.id', 'p.account_id')
      .select(['m.id', 'a.test_id as user_id', 'a.id as account_id'])
      .where('m.mentor_id', '=', await accountId(people.mentor))
      .where('m.status', 'in', anotherTime ? ['new', 'accepted'] : ['past'])
      .where('p.user_meeting_status', 'in', anotherTime ? ['pending', 'accepted', 'changed'] : ['accepted'])
      .orderBy('m.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    // Far in time from every meeting of the demo.
    const proposed = [new Date(app.clock.now().getTime() + (200 + id) * 86_400_000)]
    if (anotherTime)
      await app.db
        .updateTable('meeting_parties')
        .set({ user_meeting_status: 'changed', proposed })
        .where('meeting_id', '=', id)
        .where('account_id', '=', account_id)
        .execute()
    return { id: String(id), user_id: String(user_id) }
  }

  /** A request to support that the finalist wrote, with a file. */
  async function feedbackWithFile(): Promise<Params> {
    const { file_id = '' } = await fileOfFinalist()
    const json = {
      competition_code: 'ru_season_5',
      topic: 'technical',
      text: 'Кнопка «Сдать» не нажимается',
      email: people.finalist,
      files: [file_id],
    }
    await made({ method: 'POST', url: '/api/v3/feedback_form', json }, tokens.finalist)
    const { id } = await app.db
      .selectFrom('feedback_requests')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { id: String(id), file_id }
  }

  /** The present stage, to be saved again unchanged. */
  async function stageAsItIs() {
    const answer = await app.fetch('/api/v3/admin/competitions/ru_season_5/stages/questionnaire', {
      headers: { 'X-Token': tokens.admin ?? '' },
    })
    const { revision, answer: kept, gate } = (await answer.json()) as Record<string, unknown>
    return { revision, answer: kept, gate }
  }

  async function formAsItIs() {
    const answer = await app.fetch('/api/v3/admin/competitions/ru_season_5/stages/questionnaire/form', {
      headers: { 'X-Token': tokens.admin ?? '' },
    })
    const { revision, form } = (await answer.json()) as Record<string, unknown>
    return { revision, form }
  }

  async function codeOfRules(): Promise<string> {
    const found = await app.db
      .selectFrom('stages')
      .select('code')
      .where('competition_code', '=', 'all_kinds')
      .where('type', '=', 'rules')
      .executeTakeFirstOrThrow()
    return found.code
  }

  async function seasonAsItIs() {
    const answer = await app.fetch('/api/v3/admin/competitions/ru_season_5/season', {
      headers: { 'X-Token': tokens.admin ?? '' },
    })
    const { revision, answer: kept } = (await answer.json()) as Record<string, unknown>
    return { revision, answer: kept }
  }

  /** A call that fits its contract, with existing ids. */
  async function wholeCall(key: Key, given?: Owned): Promise<WholeCall> {
    const spec = routes[key] as RouteSpec
    const { stage_id: mentorship } = await stageOf('mentor_choice', 'young_managers')
    const named = { mentorship, mentorship_id: mentorship }
    const [method = '', path = ''] = key.split(' ')
    const values = path.includes(':') ? await (given?.params() ?? sharedParams(key)) : {}
    const address = path.replace(/:(\w+)/g, (_all, name: string) => {
      if (values[name] === undefined) throw new Error(`${key}: what is «${name}»? Name it in sharedParams`)
      return values[name]
    })
    const search = new URLSearchParams({ ...plainQuery(spec, named), ...queries[key] })
    const url = `/api/v3${address}${search.size > 0 ? `?${search}` : ''}`
    if (spec.upload === 'pieces') {
      const piece = new Uint8Array(Buffer.from(uploaded))
      return { method, url, piece, headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' } }
    }
    if (spec.upload) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(uploaded)]), 'файл.pdf')
      return { method, url, form }
    }
    const marks = /^\/desk\/readings|\/peer|\/references/.test(path) ? { marks: { c1: 1, c2: 1 } } : {}
    const verdict = path.startsWith('/desk/readings') ? 'pass' : 'accept'
    const ofWork = { hand_in: Number(values.hand_in), verdict, ...marks }
    if (key === 'POST /user/uploads')
      return { method, url, headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '9' } }
    return { method, url, json: given?.body ?? (await bodies[key]?.()) ?? plainBody(spec, { ...named, ...ofWork }) }
  }

  /** Queries for routes whose schema does not tell what is valid. */
  const queries: Partial<Record<Key, Record<string, string>>> = {
    'GET /admin/competitions/:competition/stages/:code/solutions/docx': { from: '1', to: '2147483647' },
    'GET /admin/competitions/:competition/stages/:code/solutions/zip': { from: '1', to: '2147483647' },
    'GET /admin/competitions/:competition/cutoffs/comparison': { ids: '1,1' },
    'GET /admin/competitions/:competition/stages/:code/test/comparison': { control: 'test' },
    'POST /admin/competitions/:competition/dictionaries/:dict/import': { title: 'Школы' },
    'GET /admin/competitions/:competition/preview': { at: '2027-01-01 12:00' },
    'DELETE /user/stages/:stage_id/solution/sections/:section/hold': { holder: pageOfFinalist },
    'GET /faq-articles/article': { path: 's-chego-nachat' },
    'PUT /user/video/:take_id/parts': {
      at_byte: '0',
      sha256: createHash('sha256').update(uploaded).digest('hex'),
    },
  }
  const seenMeeting = async () => {
    const { id } = await meetingOfMentor(true)
    const meeting = app.db.selectFrom('meetings').select(['id', 'revision']).where('id', '=', Number(id))
    return meeting.executeTakeFirstOrThrow()
  }
  const bodies: Partial<Record<Key, () => Promise<unknown>>> = {
    'PUT /mentors/meetings/:id': async () => {
      const { id, revision } = await seenMeeting()
      // A time at which the mentor has no other meeting.
      const meeting_date = formatWire(new Date(app.clock.now().getTime() + (50 + id) * 86_400_000))
      return { format: 1, meeting_date, minutes: 30, place: 'Пермь', revision }
    },
    'PUT /assistants/:mentor_id/meetings/:id': async () => {
      const { starts_at } = await app.db
        .selectFrom('meetings')
        .select('starts_at')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const meeting_date = formatWire(new Date(starts_at.getTime() + 7_200_000))
      return { format: 1, meeting_date, minutes: 15, place: 'Пермь', revision: 1 }
    },
    'POST /mentors/meetings/:id/cancel': async () => ({ reason: 'Болезнь', revision: (await seenMeeting()).revision }),
    'POST /admin/competitions/:competition/stages/:code/meetings/moves': async () => ({
      ...{ ids: [1], by_minutes: 60, mentor_id: null, reason: 'Болезнь', fingerprint: null },
    }),
    'POST /user/stages/:stage_id/solution/here': async () => ({ holder: pageOfFinalist }),
    'PUT /user/stages/:stage_id/solution/sections/:section/hold': async () => ({ holder: pageOfFinalist }),
    'PUT /user/stages/:stage_id/solution/sections/:section': async () => ({
      ...{ text: 'Мы решим', revision: 0, holder: pageOfFinalist },
    }),
    'PUT /user/stages/:stage_id/solution/deputy': async () => ({ test_id: await mateOfFinalist() }),
    'PUT /admin/competitions/:competition/stages/:code/solutions/:team_id/time': async () => ({
      ...{ closes_at: null, reason: 'Общий срок' },
    }),
    'POST /user/teams_formation/teams/:team_id/replacements': async () => ({
      ...{ leaving: null, coming: await numberOf(people.participant), reason: ownWords },
      documents: [{ file_id: (await fileOfFinalist()).file_id, name: 'резюме.pdf' }],
    }),
    'PUT /admin/competitions/:competition/stages/:code/team-replacements/:replacement_id': async () => ({
      ...{ outcome: 'declined', reason: 'Документы не подписаны' },
    }),
    'POST /admin/competitions/:competition/stages/:code/regional-groups': async () => ({
      title: 'Новая',
      regions: [await freeRegion()],
    }),
    'PUT /admin/competitions/:competition/stages/:code/regional-groups/:group_id': async () => ({
      ...{ title: 'Другая', regions: [await freeRegion()] },
    }),
    'POST /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': async () => ({
      name: 'Новая',
      capacity: 5,
    }),
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id': async () => ({
      name: 'Другая',
      capacity: 7,
    }),
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': async () => ({
      ...{ ...newRegional, mark: 4, reason: 'Ошибся строкой' },
    }),
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/merge': async () => {
      const { team_id } = newTeam
      await aTeamToChange()
      const into = Number(newTeam.team_id)
      newTeam = { ...newTeam, team_id }
      return { into, reason: 'Просят сами' }
    },
    'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict': async () => ({
      ...{ verdict: null, reason: '', members: [] },
    }),
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/split': async () => ({
      ...{ team_name: randomUUID(), members: [Number(newTeam.test_id)], reason: 'Просят сами' },
    }),
    'POST /user/assessments/:id': async () => ({ act: 'begin', device: 'a-device' }),
    'POST /user/assessments/:id/heartbeat': async () => ({ device: 'a-device' }),
    'POST /admin/competitions/:competition/stages/:code/video/takes': async () => {
      await takeOfFinalist('ready')
      return { test_id: await numberOf(people.finalist), question: 1, reason: 'Камера отключилась' }
    },
    'PUT /admin/competitions/:competition/stages/:code/proposals/annotations': async () => {
      const { stage_id } = await proposalPlace()
      const { id } = await app.db
        .selectFrom('works')
        .select('id')
        .where('stage_id', '=', Number(stage_id))
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { works: [id], shown: true }
    },
    'POST /admin/competitions/:competition/cutoffs': async () => ({ stage: 'essay', title: 'Вариант' }),
    'PUT /admin/competitions/:competition/cutoffs/:cutoff_id': async () => ({
      ...{ revision: 1, title: 'Вариант', rule: newRule('essay'), letters: usualLetters },
    }),
    'POST /admin/competitions/:competition/protocols/:number/confirmation': async () => ({
      publish_at: formatWire(new Date(app.clock.now().getTime() + 86_400_000)).slice(0, 16),
    }),
    'PUT /user/stages/:stage_id/team-marks': async () => ({
      sheets: [{ test_id: await mateOfFinalist(), marks: { b1: 3 }, words: ownWords }],
    }),
    'POST /user/stages/:stage_id/team-marks': async () => ({
      sheets: [{ test_id: await mateOfFinalist(), marks: { b1: 3, b2: 3, b3: 3, b4: 3 }, words: ownWords }],
    }),
    'PUT /admin/competitions/:competition/stages/:code/team-marks/teams/:team_id/observers': async () => ({
      observers: [await numberOf(people.assessor)],
    }),
    'POST /admin/competitions/:competition/stages/:code/team-marks/count': async () => ({
      ...{ skip_straight: false, skip_pairs: false },
    }),
    'POST /desk/observations/:observation_id/marks': async () => ({
      ...{ marks: await gridOfWatched('POST /desk/observations/:observation_id/marks'), words: '' },
    }),
    'PUT /desk/observations/:observation_id/agreed': async () => ({
      ...{ marks: await gridOfWatched('PUT /desk/observations/:observation_id/agreed'), revision: 0 },
    }),
    'POST /admin/competitions/:competition/stages/:code/event/slots': async () => {
      daysMade += 1
      const day = new Date(Date.UTC(2040, 0, daysMade)).toISOString().slice(0, 10)
      return {
        ...{ first_day: day, last_day: day, from: '10:00', to: '12:00', pause: 0, capacity: 5 },
        ...{ regions: [], tracks: [] },
      }
    },
    'POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id': async () => ({ act: 'unblock' }),
    'POST /admin/competitions/:competition/stages/:code/registration/admission': async () => ({ admission: {} }),
    'POST /admin/competitions/:competition/stages/:code/registration/codes': async () => ({
      ...{ reason: 'Не успел', uses: 1, expires_at: '2040-01-01 12:00:00', email: null },
    }),
    'POST /admin/competitions/:competition/stages/:code/registration/consents/:document': async () => ({ version: 1 }),
    'POST /admin/competitions/:competition/stages/:code/event/cancel': async () => ({ reason: 'Прорвало трубу' }),
    'POST /admin/competitions/:competition/stages/:code/event/hosts': async () => ({ email: people.assessor }),
    'POST /desk/doors/:stage_id/marks': async () => {
      const { slot_id = '' } = await eventOfDemo('')
      const test_id = await numberOf(people.participant)
      const at = app.clock.now().toISOString()
      return { marks: [{ id: randomUUID(), slot_id: Number(slot_id), test_id, mark: 'came', at }] }
    },
    'POST /admin/competitions/:competition/stages/:code/playoff/draw': async () => ({ act: 'preview' }),
    'PUT /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': async () => {
      const { match_id } = await matchOfBracket('')
      const { revision } = await app.db
        .selectFrom('playoff_matches')
        .select('revision')
        .where('id', '=', Number(match_id))
        .executeTakeFirstOrThrow()
      return { revision, starts_at: null, minutes: 30, room: 'Зал 2', link: '', task: '', judges: [] }
    },
    'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': async () => ({
      ...{ act: 'annul', reason: 'Нет света', preview: true },
    }),
    'POST /desk/matches/:match_id/marks': async () => ({
      marks: { a_c1: 1, a_c2: 1, a_c3: 1, b_c1: 2, b_c2: 2, b_c3: 2 },
      ...{ comment_a: '', comment_b: '', favours: 'b' },
    }),
    'POST /desk/matches/:match_id/abstention': async () => ({ reason: 'Знакомы', knows: [] }),
    'POST /admin/competitions/:competition/stages/:code/peer/decisions': async () => ({
      ...{ works: [await pooledWork()], outcome: 'failed', reason: 'Оценок нет' },
    }),
    'POST /admin/competitions': async () => ({
      ...{ competition_code: 'ru_season_5', title: 'Шестой сезон', days: 364 },
      code: `copy_${randomUUID().replaceAll('-', '_')}`,
    }),
    'POST /admin/seasons': async () => ({
      ...{ from: 'empty', title: 'Новый конкурс', starts: '2027-01-01', ends: '2027-06-30' },
      code: `new_${randomUUID().replaceAll('-', '_')}`,
    }),
    'POST /admin/competitions/from-file': async () => {
      const answer = await app.fetch('/api/v3/admin/competitions/young_managers/season/file', {
        headers: { 'X-Token': tokens.admin ?? '' },
      })
      return {
        ...{ competition_code: 'ru_season_5', title: 'Сезон из файла', days: 0, file: await answer.text() },
        code: `file_${randomUUID().replaceAll('-', '_')}`,
      }
    },
    'POST /admin/competitions/:competition/stages': async () => ({
      type: 'essay',
      title: 'Ещё одно эссе',
      after: null,
    }),
    'PUT /admin/competitions/:competition/stages': async () => {
      const answer = await app.fetch('/api/v3/admin/competitions/ru_season_5/stages', {
        headers: { 'X-Token': tokens.admin ?? '' },
      })
      const { stages } = (await answer.json()) as { stages: { code: string; parent: string | null }[] }
      const order = stages.map(({ code, parent }) => ({ code, parent }))
      return { seen: order, order }
    },
    'POST /admin/competitions/:competition/stages/:code/rules': async () => {
      const { version } = await app.db
        .selectFrom('rules_versions as r')
        .innerJoin('stages as s', 's.id', 'r.stage_id')
        .select('r.version')
        .where('s.competition_code', '=', 'all_kinds')
        .orderBy('r.version', 'desc')
        .executeTakeFirstOrThrow()
      return { after: version, text: 'Новая редакция', effective_from: null, requires_reaccept: false }
    },
    'PUT /admin/competitions/:competition/season': seasonAsItIs,
    'PUT /admin/competitions/:competition/stages/:code': stageAsItIs,
    'PUT /admin/competitions/:competition/stages/:code/form': formAsItIs,
    'POST /admin/competitions/:competition/stages/:code/form/publish': async () => ({
      revision: (await formAsItIs()).revision,
      answers: null,
    }),
    'POST /admin/competitions/:competition/stages/:code/extensions': async () => ({
      ...{ regions: ['7700000000000'], closes_at: '2027-03-01 12:00', reason: 'Буря' },
    }),
    'POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge': async () => ({
      ...{ choices: [], reason: 'Сам попросил' },
    }),
    'POST /admin/competitions/:competition/merges/:act_id/confirm': async () => ({ reason: 'Позвонили' }),
    'POST /admin/competitions/:competition/merges/:act_id/stop': async () => ({ reason: 'Разные люди' }),
    'PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart': async () => ({ reason: 'Тёзки' }),
    'POST /admin/competitions/:competition/participants/:test_id/extensions': async () => ({
      ...{ stage: 'essay', closes_at: '2027-02-01 12:00', reason: 'Был в больнице' },
    }),
    'PUT /admin/competitions/:competition/participants/:test_id/tags': async () => ({ tags: ['резерв'] }),
    'POST /admin/competitions/:competition/audiences': async () => ({ title: randomUUID(), group: 'finalists' }),
    'POST /admin/competitions/:competition/bulk-acts': async () => ({ ...aTag, reason: 'Так решил оргкомитет' }),
    'POST /admin/competitions/:competition/bulk-acts/preview': async () => aTag,
    'POST /admin/competitions/:competition/exports/works': async () => ({ stage: 'essay' }),
    'POST /admin/competitions/:competition/protocols/:number/files': async () => ({ format: 'csv' }),
    'POST /admin/competitions/:competition/exports': async () => ({ format: 'csv', columns: ['number'], reason: '' }),
    'POST /admin/competitions/:competition/broadcasts': async () => ({ ...news, by_letter: true, starts_at: '' }),
    'POST /admin/competitions/:competition/broadcasts/preview': async () => news,
    'POST /admin/competitions/:competition/broadcasts/test': async () => ({ ...news, by_letter: false }),
    'PUT /admin/competitions/:competition/letters/:letter': async () => ({ ...ownReceipt(), was: await receiptNow() }),
    'POST /admin/competitions/:competition/letters/:letter/reset': async () => ({ was: await receiptNow() }),
    'POST /admin/competitions/:competition/letters/:letter/test': async () => ownReceipt(),
    'POST /admin/competitions/:competition/questions': async () => ({ ...plainQuestion, code: randomUUID() }),
    'PUT /admin/competitions/:competition/questions/:id': async () => ({
      ...plainQuestion,
      version: (await aQuestion()).version,
    }),
    'POST /admin/competitions/:competition/stages/:code/test/dry-run': async () => ({
      sections: [{ title: 'Часть', draws: [{ topic: plainQuestion.topic, difficulty: null, count: 1, points: 1 }] }],
    }),
    'POST /admin/competitions/:competition/stages/:code/test/incident': async () => anHour,
    'POST /admin/competitions/:competition/stages/:code/test/minutes': async () => ({
      ...{ minutes: 5, reason: 'Авария', audience: { all: true } },
    }),
    'POST /admin/competitions/:competition/stages/:code/test/continuation': async () => ({
      ...{ minutes: 5, reason: 'Авария', test_id: await numberOfTestFinisher() },
    }),
    'POST /admin/competitions/:competition/stages/:code/test/rulings': async () => ({
      ...{ version_id: (await aQuestion()).versionId, key: null, reason: 'Опечатка', apply: false },
    }),
    'POST /admin/competitions/:competition/stages/:code/feedback/requests': async () => ({
      ...{ round: 'before', test_id: await numberOfFeedbackAuthor() },
    }),
    'POST /admin/competitions/:competition/stages/:code/checkers': async () => ({ email: people.assessor }),
    'POST /admin/competitions/:competition/stages/:code/judges': async () => ({
      emails: `${people.assessor}; Москва; Завод`,
    }),
    'POST /admin/competitions/:competition/stages/:code/judges/withdraw': async () => ({ email: await invitedJudge() }),
    'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts': async () => ({
      participant: await numberOf(people.finalist),
      reason: 'Работали вместе',
    }),
    'POST /admin/competitions/:competition/stages/:code/judging/readings/:reading_id/move': async () => ({
      ...{ to: (await readingToMove()).to, reason: 'Болеет' },
    }),
    'POST /admin/competitions/:competition/stages/:code/lesson/places': async () => ({ answer: aSchool }),
    'POST /mentors/users/:user_id/:stage_id': async () => ({ act: 'want' }),
    'PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id': async () => ({
      ...{ position: 'Директор', field: '', region: '', employer: '', about: '', video: '' },
      ...{ capacity: 3, topics: [], assistant_email: '' },
    }),
    'POST /admin/competitions/:competition/stages/:code/mentors/list/:test_id/withdrawal': async () => ({
      reason: 'Заболел',
    }),
    'PUT /admin/competitions/:competition/stages/:code/matching/people/:test_id': async () => ({
      ...{ mentor: await numberOf(people.mentor), act: 'bar' },
    }),
    'POST /admin/competitions/:competition/stages/:code/matching/publication': emptyPlan,
    'POST /admin/competitions/:competition/stages/:code/matching/second-round': async () => ({
      closes_at: '2027-03-01 12:00',
    }),
    'PUT /mentors/profile': async () => ({
      ...{ position: 'Директор', field: '', region: '', employer: '', about: '', video: '' },
      ...{ capacity: 3, topics: [], assistant_email: '', absences: [] },
    }),
    'POST /admin/competitions/:competition/tracks': async () => ({ code: 'science', title: 'Наука', description: '' }),
    'PUT /admin/competitions/:competition/stages/:code/lesson/places/:place_id': async () => ({ answer: aSchool }),
    'PUT /desk/teams/:team_id/draft': async () => ({
      data: { verdict: null, remarks: [], reason_code: '', reason: '', note: '', members: [] },
    }),
    'POST /desk/teams/:team_id/check': async () => ({
      verdict: 'accept',
      members: [{ test_id: await numberOf(people.finalist), verdict: 'fits', note: '' }],
    }),
    'POST /desk/works/:work_id/appeal': async () => ({
      ...{ outcome: 'kept', text: 'Расчёта там нет', fingerprint: await fingerprintOfAppeal() },
    }),
    'POST /user/stages/:stage_id/appeal': async () => ({ text: 'Расчёт на второй странице' }),
    'POST /user/stages/:stage_id/lesson/cancellation': async () => ({ reason: 'Карантин' }),
    'POST /desk/lesson-cancellations/:cancellation_id': async () => ({ confirmed: false, answer: 'Школа вас ждёт' }),
    'POST /user/teams_formation/:stage_id/teams': async () => ({ team_name: 'Первопроходцы' }),
    // A person who takes part in several competitions must name one.
    'POST /feedback_form': async () => ({ competition_code: 'ru_season_5', text: 'Кнопка «Сдать» не нажимается' }),
    'POST /user/invite': async () => ({ competition_code: 'ru_season_5', email: 'somebody@example.test' }),
  }

  let callers = 0
  async function made(
    { method, url, json, form, piece, headers = {} }: WholeCall,
    token: string | undefined,
    more: Record<string, string> = {},
  ) {
    callers += 1
    const answer = await app.fetch(url, {
      method,
      headers: {
        'X-Forwarded-For': `10.66.${(callers >> 8) & 255}.${callers & 255}`,
        ...(token ? { 'X-Token': token } : {}),
        ...more,
        ...headers,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(piece ? { 'Content-Type': 'application/offset+octet-stream' } : {}),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form ? { body: form } : {}),
      ...(piece ? { body: piece } : {}),
    })
    const text = await wholeText(answer)
    const { code = '' } = answer.ok ? {} : (JSON.parse(text || '{}') as { code?: string })
    return { status: answer.status, code, text }
  }

  return { owned, captains, teamOfFinalist, wholeCall, made }
}

/** The body of the answer; for a stream of events, its first event. */
export async function wholeText(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith(eventsType) || !answer.body) return answer.text()
  let text = ''
  // Leaving the loop closes the connection.
  for await (const some of answer.body.pipeThrough(new TextDecoderStream())) {
    text += some
    if (text.includes('\n\n')) break
  }
  return text
}
