import { PDFDocument } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { openDocument } from '#server/forms/files/nameless-copy.ts'
import { sweepFiles } from '#server/forms/files/sweep-files.ts'
import { stageFiles } from '#server/kinds/held-files.ts'
import { similarityJobs } from '#server/review/similarity/jobs.ts'
import { prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { interrupt } from '#server/stages/or-interrupt.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { solutionsOfPart } from '#shared/kinds/teams_solution/limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
const pdf = aPdf()
const sections = [
  { code: 'problem', title: 'Задача', hint: '', limit: 1000, required: true },
  { code: 'plan', title: 'План', hint: '', limit: 1000, required: false },
]
const tasks = ['roads', 'schools', 'clinics'].map((code) => ({ code, title: `Задание ${code}`, text: `Текст ${code}` }))

async function aStage(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 5 } },
    solution: {
      type: 'teams_solution',
      closes_at: minutes(60),
      settings: { task: 'Решите задачу', sections, ...settings },
      ...more,
    },
  })
  const organiser = await anAccount(app, { isDemo: true })
  for (const flag of ['assessment', 'competitions'] as const)
    await app.db.insertInto('admin_flags').values({ account_id: organiser.id, flag, competition_code: code }).execute()
  let { token } = await sessionOf(app, organiser)
  const params = { competition: code, code: 'solution' }
  const prefix = '/admin/competitions/:competition/stages/:code' as const
  return {
    code,
    stageId: stageIds.solution,
    teamsId: stageIds.teams,
    async again() {
      token = (await sessionOf(app, organiser)).token
    },
    list: async (query: { only?: 'without'; search?: string } = {}) =>
      (await app.call(`GET ${prefix}/solutions`, { token, params, query })).body,
    similar: async () => (await app.call(`GET ${prefix}/similarity`, { token, params })).body,
    draw: () => app.call(`POST ${prefix}/solutions/draw`, { token, params }),
    time: (team_id: number, closes_at: string | null) =>
      app.call(`PUT ${prefix}/solutions/:team_id/time`, {
        token,
        params: { ...params, team_id },
        body: { closes_at, reason: 'Авария связи' },
      }),
    bring: async (team_id: number, test_id: number) =>
      (
        await app.call(`PUT ${prefix}/teams/:team_id/members/:test_id`, {
          token,
          params: { competition: code, code: 'teams', team_id, test_id },
          body: { become: 'member', reason: 'Замена' },
        })
      ).status,
    parts: async () => (await app.call(`GET ${prefix}/solutions/parts`, { token, params })).body.parts,
    saved: (as: 'docx' | 'zip', { from, to }: { from: number; to: number }) =>
      app.fetch(`/api/v3/admin/competitions/${code}/stages/solution/solutions/${as}?from=${from}&to=${to}`, {
        headers: { 'X-Token': token },
      }),
    judging: (answer: Record<string, unknown>) =>
      app.call(`PUT ${prefix}/judging`, { token, params, body: { answer } }),
    invite: (emails: string) => app.call(`POST ${prefix}/judges`, { token, params, body: { emails } }),
    async assign() {
      await prepareWorks(app.services)
      expect((await app.call(`POST ${prefix}/judging/assign`, { token, params })).status).toBe(200)
      await app.work('assign_works')
      return (await app.call(`GET ${prefix}/judging`, { token, params })).body.assigned
    },
    turn: (state: 'reading' | 'closed') => app.call(`POST ${prefix}/judging/state`, { token, params, body: { state } }),
    results: async () => (await app.call(`GET ${prefix}/judging/results`, { token, params })).body,
    decide: (works: number[], outcome: 'passed' | 'failed') =>
      app.call(`POST ${prefix}/judging/decisions`, { token, params, body: { works, outcome, reason: '' } }),
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

const codeOf = ({ text }: { text: string }): unknown => JSON.parse(text).code

let pages = 0
async function aMember(stage: Stage, given: Parameters<typeof anAccount>[1] = {}) {
  const account = await anAccount(app, given)
  await takesPart(app.db, account.id, stage.code, 'main', app.clock.now())
  return withCalls(stage, account)
}

async function withCalls(stage: Stage, account: Awaited<ReturnType<typeof anAccount>>) {
  let { token } = await sessionOf(app, account)
  const params = { stage_id: stage.stageId }
  pages += 1
  const page = `page-of-test-${pages}`
  const at = '/user/stages/:stage_id/solution' as const
  const section = (code: string) => ({ ...params, section: code })
  return {
    ...account,
    get token() {
      return token
    },
    /** Logs in again, because a long jump of the clock makes the token expire. */
    async again() {
      token = (await sessionOf(app, account)).token
    },
    read: () => app.call(`GET ${at}`, { token, params }),
    stage: async () => (await app.call('GET /user/stages/:stage_id', { token, params })).body,
    here: (holder = page) => app.call(`POST ${at}/here`, { token, params, body: { holder } }),
    take: (code: string, holder = page) =>
      app.call(`PUT ${at}/sections/:section/hold`, { token, params: section(code), body: { holder } }),
    give: (code: string, holder = page) =>
      app.call(`DELETE ${at}/sections/:section/hold`, { token, params: section(code), query: { holder } }),
    save: (code: string, text: string, revision: number, holder = page) =>
      app.call(`PUT ${at}/sections/:section`, { token, params: section(code), body: { text, revision, holder } }),
    section: async (code: string) =>
      (await app.call(`GET ${at}/sections/:section`, { token, params: section(code) })).body,
    /** Takes the section, writes it and gives it back. */
    async write(code: string, text: string) {
      const { body } = await this.take(code)
      const { revision } = body.sections.find((each) => each.code === code) ?? { revision: -1 }
      expect((await this.save(code, text, revision)).status).toBe(200)
      expect((await this.give(code)).status).toBe(200)
    },
    /** Begins an upload; `end` sends the rest and adds the file to the solution. */
    async beginFile(name = 'план.pdf', bytes: Uint8Array = pdf) {
      const sent = { size: bytes.length, stage: stage.stageId, field: 'files', name }
      const path = await resumedUploads(app, token).begun(sent)
      return {
        end: async () => {
          const { status } = await resumedUploads(app, token).send(path, 0, bytes)
          expect(status).toBe(204)
          return this.addFile(path.slice(-32))
        },
      }
    },
    addFile: (upload_id: string) =>
      app.call(`POST ${at}/uploads/:upload_id`, { token, params: { ...params, upload_id } }),
    async upload(name?: string, bytes?: Uint8Array) {
      return (await this.beginFile(name, bytes)).end()
    },
    file: (id: string) =>
      app.fetch(`/api/v3/user/stages/${stage.stageId}/solution/files/${id}`, { headers: { 'X-Token': token } }),
    drop: (file_id: string) => app.call(`DELETE ${at}/files/:file_id`, { token, params: { ...params, file_id } }),
    versions: async () => (await app.call(`GET ${at}/versions`, { token, params })).body,
    version: (version_id: number) =>
      app.call(`GET ${at}/versions/:version_id`, { token, params: { ...params, version_id } }),
    agree: (revision: number, agreed = true) =>
      app.call(`PUT ${at}/agreement`, { token, params, body: { revision, agreed } }),
    deputy: (test_id: number) => app.call(`PUT ${at}/deputy`, { token, params, body: { test_id } }),
    handIn: (revision: number) => app.call(`POST ${at}/hand-in`, { token, params, body: { revision } }),
    say: (text: string) => app.call(`POST ${at}/comments`, { token, params, body: { text } }),
    said: async () => (await app.call(`GET ${at}/comments`, { token, params })).body,
    async revision() {
      return (await this.read()).body.revision
    },
  }
}
type Someone = Awaited<ReturnType<typeof withCalls>>

/** Sets the clock, and logs these people in again. */
async function at(moment: Date, ...people: { again: () => Promise<void> }[]) {
  app.clock.set(moment)
  for (const person of people) await person.again()
}

/** A team of this many people, the first one its captain. */
async function aTeam(stage: Stage, size = 3, name = `Команда ${stage.code} ${++pages}`) {
  const people: Someone[] = []
  for (let at = 0; at < size; at += 1)
    people.push(await aMember(stage, { firstName: `Имя${at}`, lastName: `Участников${at}` }))
  const { id: team_id } = await app.db
    .insertInto('formed_teams')
    .values({ stage_id: stage.teamsId, competition_code: stage.code, name, name_key: name, created_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, { id }] of people.entries()) await joins(stage, team_id, id, at)
  const [captain, mate, third] = people as [Someone, Someone, Someone]
  return { teamId: team_id, name, captain, mate, third, people }
}

const joins = (stage: Stage, team_id: number, account_id: number, at: number) =>
  app.db
    .insertInto('formed_team_members')
    .values({
      ...{ team_id, stage_id: stage.teamsId, account_id, state: 'active' },
      role: at === 0 ? 'captain' : 'member',
      since: minutes(at - 100),
    })
    .execute()

const leaves = (team_id: number, account_id: number) =>
  app.db
    .updateTable('formed_team_members')
    .set({ state: 'left', role: 'member' })
    .where('team_id', '=', team_id)
    .where('account_id', '=', account_id)
    .execute()

const factsAt = async (stage: Stage, people: readonly { id: number }[]) => {
  const rows = await app.db
    .selectFrom('stage_facts')
    .select(['account_id', 'submitted_at', 'passed_at'])
    .where('stage_id', '=', stage.stageId)
    .execute()
  return people.map(({ id }) => rows.find(({ account_id }) => account_id === id))
}

const prepared = async () => {
  await app.work('confirm_hand_in')
  await runQueued(app.db, 'prepare_hand_in', similarityJobs(app.services))
}

describe('sections', () => {
  test('one person writes a section while others read it; a save without holding it is refused and changes nothing', async () => {
    const stage = await aStage()
    const { captain, mate, third, name } = await aTeam(stage)
    expect((await captain.take('problem')).body.sections[0]).toMatchObject({ code: 'problem', held: { me: true } })
    const refused = await mate.take('problem')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'section_taken',
      'Раздел сейчас пишет Участников0 Имя0. Подождите, пока его отдадут, или напишите в обсуждении',
    ])
    expect((await captain.save('problem', 'Дороги', 0)).body).toMatchObject({ revision: 1 })
    const lost = await mate.save('problem', 'Стереть всё', 1)
    expect([lost.status, lost.body.code]).toEqual([409, 'section_not_held'])
    const generic = await app.call('PUT /user/stages/:stage_id/draft', {
      token: mate.token,
      params: { stage_id: stage.stageId },
      body: { data: { text_problem: 'Стереть всё' } },
    })
    expect(generic.body.code).toBe('section_not_held')
    // Another section can be written at the same time, and neither save erases the other.
    await mate.write('plan', 'Построим')
    expect((await captain.save('problem', 'Дороги и мосты', 1)).status).toBe(200)
    const { body } = await third.read()
    expect(body).toMatchObject({
      team: { name },
      revision: 3,
      may_write: true,
      may_hand_in: false,
      status: 'in_progress',
    })
    expect(body.sections.map(({ text, saved_by, held }) => [text, saved_by, held?.name])).toEqual([
      ['Дороги и мосты', 'Участников0 Имя0', 'Участников0 Имя0'],
      ['Построим', 'Участников1 Имя1', undefined],
      ['', '', undefined],
    ])
    expect((await captain.give('problem')).body.sections[0]?.held).toBeNull()
    expect((await mate.take('problem')).status).toBe(200)
    expect((await captain.save('problem', 'Поздно', 2)).body.code).toBe('section_not_held')
    expect((await captain.take('unknown')).body.code).toBe('section_not_found')
  })

  test('a delayed request erases nothing, and only the page of a person that took the section last can write', async () => {
    const stage = await aStage()
    const { captain } = await aTeam(stage)
    await captain.take('problem')
    await captain.save('problem', 'Первое', 0)
    await captain.save('problem', 'Второе', 1)
    expect((await captain.save('problem', 'Первое', 0)).body.code).toBe('draft_conflict')
    expect((await captain.take('problem', 'another-page')).status).toBe(200)
    expect((await captain.save('problem', 'С первой страницы', 2)).body.code).toBe('section_not_held')
    expect((await captain.save('problem', 'Со второй', 2, 'another-page')).status).toBe(200)
    expect(await captain.section('problem')).toMatchObject({ text: 'Со второй', revision: 3 })
  })

  test('a silent holder loses the section only when another member takes it, and an open page keeps it', async () => {
    const stage = await aStage()
    const { captain, mate, teamId } = await aTeam(stage)
    await captain.take('problem')
    app.clock.advance(80_000)
    const { body } = await captain.here()
    expect(body.here).toEqual([captain.testId])
    app.clock.advance(80_000)
    expect((await mate.take('problem')).body.code).toBe('section_taken')
    app.clock.advance(20_000)
    expect((await mate.read()).body.sections[0]?.held).toBeNull()
    // Nobody has taken the section, so the silent holder can still save.
    expect((await captain.save('problem', 'Вернулся', 0)).status).toBe(200)
    app.clock.advance(95_000)
    expect((await mate.take('problem')).status).toBe(200)
    expect((await captain.save('problem', 'Уже чужой', 1)).body.code).toBe('section_not_held')
    // A member who has left the team holds nothing.
    await leaves(teamId, mate.id)
    expect((await captain.take('problem')).status).toBe(200)
    expect((await mate.save('problem', 'Напоследок', 1)).body.code).toBe('stage_not_allowed')
  })

  test('KE-12 twenty people take one section at once: one gets it, the others are refused; saves at once erase nothing', async () => {
    const many = Array.from({ length: 20 }, (_none, at) => ({ ...sections[1], code: `part_${at}` }))
    const stage = await aStage({ sections: many })
    const { people } = await aTeam(stage, 20)
    const taken = await Promise.all(people.map((one) => one.take('part_0')))
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(taken.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['section_taken']),
    )
    const holder = people[taken.findIndex(({ status }) => status === 200)]
    await holder?.give('part_0')
    await Promise.all(people.map((one, at) => one.take(`part_${at}`)))
    const saved = await Promise.all(people.map((one, at) => one.save(`part_${at}`, `Текст ${at}`, 0)))
    expect(saved.map(({ status }) => status)).toEqual(people.map(() => 200))
    const body = (await people[0]?.read())?.body
    expect(body?.sections.slice(0, 20).map(({ text }) => text)).toEqual(people.map((_one, at) => `Текст ${at}`))
  })

  test('the pulse of a page returns who is here and whether anything has changed', async () => {
    const stage = await aStage()
    const { captain, mate, third } = await aTeam(stage)
    const before = (await captain.here()).body
    expect((await mate.here()).body).toEqual({ stamp: before.stamp, here: [captain.testId, mate.testId] })
    expect((await captain.read()).body.stamp).toBe(before.stamp)
    const seen = (await third.read()).body.members
    expect(seen.map(({ here }) => here)).toEqual([true, true, false])
    await mate.write('plan', 'Новое')
    const after = (await captain.here()).body.stamp
    expect(after).not.toBe(before.stamp)
    await third.say('Посмотрите план')
    expect((await captain.here()).body.stamp).not.toBe(after)
    app.clock.advance(40_000)
    expect((await captain.here()).body.here).toEqual([captain.testId])
  })

  test('the job at the end of a stage and the saves of its teams do not block each other', async () => {
    const stage = await aStage({}, { submit_draft_at_end: true })
    const { captain, mate } = await aTeam(stage)
    await captain.take('problem')
    await mate.take('plan')
    await captain.save('problem', 'Раз', 0)
    await mate.save('plan', 'Раз', 0)
    for (let round = 1; round < 6; round += 1) {
      await app.db.updateTable('stage_drafts').set({ due_at: start }).where('stage_id', '=', stage.stageId).execute()
      const [one, other] = await Promise.all([
        captain.save('problem', `Раз ${round}`, round),
        mate.save('plan', `Раз ${round}`, round),
        handInDraftsAtEnd(app.services),
      ])
      expect([one.status, other.status]).toEqual([200, 200])
    }
    const draft = app.db.selectFrom('stage_drafts').select('due_at').where('stage_id', '=', stage.stageId)
    expect((await draft.executeTakeFirstOrThrow()).due_at).toEqual(minutes(61))
  })

  test('a pulse is four statements, and a save costs the same for any amount of text', async () => {
    const stage = await aStage()
    const { captain, mate } = await aTeam(stage)
    await mate.write('plan', 'План')
    await captain.take('problem')
    await captain.save('problem', 'Раз', 0)
    await captain.here()
    expect(await countQueries(() => captain.here())).toBeLessThanOrEqual(4)
    const first = await countQueries(() => captain.save('problem', 'Раз два', 1))
    expect(first).toBeLessThanOrEqual(16)
    for (let at = 2; at < 8; at += 1) await captain.save('problem', 'Слово '.repeat(at * 10), at)
    expect(await countQueries(() => captain.save('problem', 'Конец', 8))).toBeLessThanOrEqual(first)
  })

  test('every edit is a version with its author, the text before and the text after', async () => {
    const stage = await aStage()
    const { captain, mate } = await aTeam(stage)
    await captain.take('problem')
    await captain.save('problem', 'Дороги', 0)
    await captain.save('problem', 'Дороги плохие', 1)
    await captain.give('problem')
    await mate.write('problem', 'Дороги хорошие')
    await mate.write('link', 'https://example.ru/plan')
    await captain.upload()
    const { versions, count } = await mate.versions()
    expect(count).toBe(4)
    expect(versions.map(({ title, name }) => [title, name])).toEqual([
      ['Файлы', 'Участников0 Имя0'],
      ['Ссылка', 'Участников1 Имя1'],
      ['Задача', 'Участников1 Имя1'],
      ['Задача', 'Участников0 Имя0'],
    ])
    const texts = await Promise.all(versions.map(({ id }) => mate.version(id)))
    expect(texts.map(({ body }) => [body.before, body.after])).toEqual([
      ['', 'план.pdf'],
      ['', 'https://example.ru/plan'],
      ['Дороги плохие', 'Дороги хорошие'],
      ['', 'Дороги плохие'],
    ])
    const { captain: stranger } = await aTeam(stage)
    expect((await stranger.version(versions[0]?.id ?? 0)).body.code).toBe('not_found')
  })
})

describe('comments and files of the team', () => {
  test('members write comments to each other, and nobody else can read them', async () => {
    const stage = await aStage()
    const { captain, mate } = await aTeam(stage)
    const other = await aTeam(stage)
    expect((await captain.say('Кто берёт план?')).status).toBe(201)
    await mate.say('Я')
    expect((await captain.said()).comments.map(({ name, me, text }) => [name, me, text])).toEqual([
      ['Участников1 Имя1', false, 'Я'],
      ['Участников0 Имя0', true, 'Кто берёт план?'],
    ])
    expect(await other.captain.said()).toEqual({ comments: [], count: 0 })
    expect((await mate.say('  ')).status).toBe(400)
  })

  test('a file of one member is read by the whole team and by nobody else, and stays when others write', async () => {
    const stage = await aStage({ files: 1 })
    const { captain, mate, third } = await aTeam(stage)
    const other = await aTeam(stage)
    expect((await captain.upload()).status).toBe(201)
    await mate.write('problem', 'Позже файла')
    const [file] = (await third.read()).body.files
    expect(file?.name).toBe('план.pdf')
    expect((await third.file(file?.file_id ?? '')).status).toBe(200)
    expect((await other.captain.file(file?.file_id ?? '')).status).toBe(404)
    const full = await mate.upload()
    expect([full.status, full.body.code]).toEqual([409, 'solution_files_full'])
    // The last save is by another member: the sweep still finds the file in the draft.
    for (let sweep = 0; sweep < 3; sweep += 1) {
      app.clock.advance(2 * 24 * 3_600_000)
      await sweepFiles(app.services, stageFiles)
    }
    expect(
      await app.db
        .selectFrom('files')
        .select('id')
        .where('id', '=', file?.file_id ?? '')
        .execute(),
    ).toHaveLength(1)
    app.clock.set(start)
    expect((await mate.drop(file?.file_id ?? '')).body.files).toEqual([])
    expect((await mate.drop(file?.file_id ?? '')).body.code).toBe('not_found')
  })

  test('when two files for the last place are sent at once, one gets it, and the other is not kept', async () => {
    const stage = await aStage({ files: 1 })
    const { captain, mate, people } = await aTeam(stage)
    const sent = await Promise.all([captain.beginFile('первый.pdf'), mate.beginFile('второй.pdf')])
    // The programs that open the files have started, so that the calls reach the lock at once.
    const { disk } = app.services
    await Promise.all(sent.map(async () => openDocument(disk, await disk.receive(pdf), true)))
    const answers = await app.db.transaction().execute(async (tx) => {
      // Both calls see a free place before either takes it.
      await tx
        .selectFrom('accounts')
        .select('id')
        .where(
          'id',
          'in',
          people.map(({ id }) => id),
        )
        .forUpdate()
        .execute()
      await tx.selectFrom('formed_teams').select('id').where('stage_id', '=', stage.teamsId).forUpdate().execute()
      const calls = sent.map(({ end }) => end())
      await untilWaiting(app.db, 2)
      return calls
    })
    const both = await Promise.all(answers)
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('solution_files_full')
    const { files } = (await captain.read()).body
    expect(files).toHaveLength(1)
    const left = await app.db
      .selectFrom('files')
      .select('id')
      .where(
        'account_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(left.map(({ id }) => id)).toEqual(files.map(({ file_id }) => file_id))
  })

  test('a file is added once by two equal calls at once, even in the last place, and both succeed', async () => {
    const stage = await aStage({ files: 1 })
    const { captain } = await aTeam(stage)
    const path = await resumedUploads(app, captain.token).begun({
      ...{ size: pdf.length, stage: stage.stageId, field: 'files', name: 'план.pdf' },
    })
    await resumedUploads(app, captain.token).send(path, 0, pdf)
    const both = await Promise.all([captain.addFile(path.slice(-32)), captain.addFile(path.slice(-32))])
    expect(both.map(({ status, body }) => [status, body.files.length])).toEqual([
      [201, 1],
      [201, 1],
    ])
  })
})

describe('the hand-in', () => {
  test('KE-12 the captain or the deputy hands in the text on the server, once, for every member', async () => {
    const stage = await aStage()
    const { captain, mate, third, people } = await aTeam(stage)
    await third.write('problem', 'Дороги')
    const revision = await captain.revision()
    expect((await third.handIn(revision)).body.code).toBe('solution_captain_only')
    // By default the deputy is the longest-serving member.
    expect((await mate.read()).body.members.map(({ role }) => role)).toEqual(['captain', 'deputy', 'member'])
    expect((await mate.deputy(third.testId)).body.code).toBe('team_captain_only')
    expect((await captain.deputy(captain.testId)).body.code).toBe('team_member_not_found')
    expect((await captain.deputy(third.testId)).body.members.map(({ role }) => role)).toEqual([
      'captain',
      'member',
      'deputy',
    ])
    expect((await mate.handIn(revision)).body.code).toBe('solution_captain_only')
    await mate.write('plan', 'Добавлено')
    const outdated = await third.handIn(revision)
    expect([outdated.status, outdated.body.code]).toEqual([409, 'solution_changed'])
    // The general call accepts no other text either.
    const generic = await app.call('PUT /user/stages/:stage_id/answer', {
      token: captain.token,
      params: { stage_id: stage.stageId },
      body: { data: { text_problem: 'Чужой текст' } },
    })
    expect(generic.body.code).toBe('solution_changed')
    const answers = await Promise.all([captain, third].map(async (one) => one.handIn(await captain.revision())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await factsAt(stage, people)).map((facts) => facts?.submitted_at)).toEqual([start, start, start])
    expect((await mate.stage()).answer).toMatchObject({ text_problem: 'Дороги', text_plan: 'Добавлено' })
    expect((await mate.read()).body).toMatchObject({ may_write: false, may_hand_in: false, handed_in_revision: 1 })
    expect((await mate.take('plan')).body.code).toBe('stage_closed')
  })

  test('the preview for the jury names neither a member of the team nor the team', async () => {
    const stage = await aStage()
    const { captain, mate, third, teamId } = await aTeam(stage)
    for (const [place, person] of [captain, mate, third].entries())
      await app.db
        .updateTable('accounts')
        .set({ last_name: ['Кедрова', 'Полянский', 'Верещагина'][place] ?? '' })
        .where('id', '=', person.id)
        .execute()
    await app.db.updateTable('formed_teams').set({ name: 'Северяне' }).where('id', '=', teamId).execute()
    await third.write('problem', 'Кедрова, Полянский и Верещагина из команды Северяне строят дорогу')
    const { body } = await app.call('GET /user/stages/:stage_id/preview', {
      token: captain.token,
      params: { stage_id: stage.stageId },
    })
    expect(JSON.stringify(body.lines)).not.toMatch(/Кедров|Полянск|Верещагин|Северян/)
    expect(body.hints.toSorted()).toEqual(['Верещагина', 'Кедрова', 'Полянский', 'Северяне'])
  })

  test('missing parts are named, and the hand-in is refused until they are there', async () => {
    const stage = await aStage()
    const { captain } = await aTeam(stage)
    expect((await captain.handIn(0)).body.code).toBe('solution_changed')
    await captain.write('plan', 'Один план')
    await captain.write('link', 'example.ru')
    const { status, body } = await captain.handIn(await captain.revision())
    expect([status, body.code, Object.keys(body.fields ?? {}).toSorted()]).toEqual([
      422,
      'form_invalid',
      ['link', 'text_problem'],
    ])
  })

  test('KE-12 where all must agree, each agrees to a revision, and a later change requires new agreements', async () => {
    const stage = await aStage({ agree: true })
    const { captain, mate, third, teamId } = await aTeam(stage)
    expect((await mate.agree(0)).body.code).toBe('solution_changed')
    await captain.write('problem', 'Дороги')
    const first = await captain.revision()
    expect((await mate.agree(first)).body.members.map(({ agreed }) => agreed)).toEqual([false, true, false])
    const refused = await captain.handIn(first)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'solution_not_agreed',
      'Сначала с решением должны согласиться все. Ещё не согласились: Участников2 Имя2',
    ])
    expect((await captain.read()).body.status).toBe('in_progress')
    await third.agree(first)
    await third.write('plan', 'Изменено')
    expect((await mate.read()).body.members.map(({ agreed }) => agreed)).toEqual([false, false, false])
    expect((await mate.agree(first)).body.code).toBe('solution_changed')
    const second = await captain.revision()
    await mate.agree(second)
    await third.agree(second)
    await third.agree(second, false)
    expect((await captain.handIn(second)).body.code).toBe('solution_not_agreed')
    // The member who has not agreed is replaced: the new member must agree instead.
    await leaves(teamId, third.id)
    const fourth = await aMember(stage, { lastName: 'Новенький', firstName: 'Пётр' })
    await joins(stage, teamId, fourth.id, 3)
    expect((await captain.handIn(second)).body.message).toContain('Новенький Пётр')
    await fourth.agree(second)
    expect((await captain.handIn(second)).status).toBe(200)
  })

  test('a person without a team waits, with a request to join one; in a team the solution is open, and outside it closed again', async () => {
    const stage = await aStage()
    const alone = await aMember(stage)
    const { teamId } = await aTeam(stage)
    const waits = { status: 'wait', reason: 'Решение пишет команда: сначала вступите в неё', ahead: null }
    expect(await alone.stage()).toMatchObject(waits)
    expect((await alone.read()).status).toBe(403)
    await joins(stage, teamId, alone.id, 9)
    await app.heard()
    expect(await alone.stage()).toMatchObject({ status: 'available' })
    await leaves(teamId, alone.id)
    await app.heard()
    expect(await alone.stage()).toMatchObject(waits)
    await at(minutes(61), alone)
    expect(await alone.stage()).toMatchObject({ status: 'timeover' })
  })

  test('SK-12 a solution is available, in progress, in processing until it is compared and searched for names, waits, and is then passed or failed', async () => {
    const stage = await aStage({ agree: true })
    const teams = [await aTeam(stage), await aTeam(stage)] as const
    const plan =
      'Соберём жителей трёх дворов, выберем старших, получим у города цех и станки, а через год откроем сорок мест для тех, кто хочет работать руками и учить других своему делу.'
    for (const { captain, mate, third, people } of teams) {
      expect((await third.stage()).status).toBe('available')
      await captain.write('problem', 'Участников1 знает эту дорогу')
      await captain.write('plan', plan)
      const revision = await captain.revision()
      await mate.agree(revision)
      expect((await captain.handIn(revision)).status).toBe(409)
      for (const one of people) expect((await one.stage()).status).toBe('in_progress')
      await third.agree(revision)
      expect((await captain.handIn(revision)).status).toBe(200)
      for (const one of people) expect((await one.stage()).status).toBe('processing')
    }
    await prepared()
    const works = await app.db
      .selectFrom('works as w')
      .innerJoin('prepared_works as p', 'p.hand_in_id', 'w.hand_in_id')
      .innerJoin('compared_works as c', 'c.hand_in_id', 'w.hand_in_id')
      .select(['w.id', 'p.telling'])
      .where('w.stage_id', '=', stage.stageId)
      .orderBy('w.id')
      .execute()
    expect(works.map(({ telling }) => telling)).toEqual([['Участников1'], ['Участников1']])
    for (const { people } of teams) for (const one of people) expect((await one.stage()).status).toBe('wait')
    const alike = await stage.similar()
    expect(alike).toMatchObject({ works: 2, compared: 2, named: 2, interrupted: 0, count: 1 })
    expect(alike.pairs[0]).toMatchObject({ percent: 100, same_author: false })
    expect(alike.pairs[0]?.sides.map(({ name }) => name)).toEqual(teams.map(({ name }) => `Команда «${name}»`))
    for (const [at, outcome, last] of [
      [0, 'passed', 'success'],
      [1, 'failed', 'not_allowed'],
    ] as const) {
      const { people } = teams[at]
      await app.db.transaction().execute(async (tx) => {
        const of = { accountIds: people.map(({ id }) => id), stageId: stage.stageId, outcome }
        await settleAndTell(tx, app.services, { ...of, reason: 'Решили эксперты' })
      })
      for (const one of people) expect((await one.stage()).status).toBe(last)
    }
    // A team that has begun nothing is late.
    const idle = await aTeam(stage)
    await at(minutes(62), idle.captain)
    expect((await idle.captain.stage()).status).toBe('timeover')
  })

  test('an interrupted preparation is shown to the whole team and to the organiser, until it succeeds', async () => {
    const stage = await aStage()
    const { captain, people } = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    await captain.handIn(await captain.revision())
    const { id } = await app.db
      .selectFrom('hand_ins')
      .select('id')
      .where('stage_id', '=', stage.stageId)
      .executeTakeFirstOrThrow()
    await interrupt(app.services, id, null)
    for (const one of people) expect((await one.stage()).status).toBe('interrupted')
    expect(await stage.similar()).toMatchObject({ works: 1, interrupted: 1 })
    await prepared()
    for (const one of people) expect((await one.stage()).status).toBe('wait')
    expect((await stage.similar()).interrupted).toBe(0)
  })

  test('a person who joins the team later sees its hand-in and its decision', async () => {
    const stage = await aStage()
    const { captain, third, teamId } = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    await captain.handIn(await captain.revision())
    await leaves(teamId, third.id)
    const fourth = await aMember(stage)
    expect((await fourth.read()).body).toMatchObject({ code: 'stage_not_allowed' })
    await joins(stage, teamId, fourth.id, 3)
    expect((await fourth.stage()).status).toBe('processing')
    await prepared()
    expect((await fourth.stage()).status).toBe('wait')
    expect((await fourth.read()).body).toMatchObject({ handed_in_revision: 1, may_write: false })
    expect((await third.read()).body.code).toBe('stage_not_allowed')
  })

  test('a person who is brought into the team later counts at once among those who have handed in', async () => {
    const stage = await aStage()
    const { captain, third, teamId } = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    const fourth = await aMember(stage)
    expect(await stage.bring(teamId, fourth.testId)).toBe(200)
    const begun = { account_id: fourth.id, submitted_at: null, passed_at: null }
    expect(await factsAt(stage, [fourth])).toEqual([begun])
    await captain.handIn(await captain.revision())
    await leaves(teamId, third.id)
    const fifth = await aMember(stage)
    expect(await stage.bring(teamId, fifth.testId)).toBe(200)
    expect(await factsAt(stage, [fourth, fifth])).toEqual([
      { ...begun, submitted_at: start },
      { ...begun, account_id: fifth.id, submitted_at: start },
    ])
    // Progress from before the stage was reopened is not shared.
    const reopened = new Date(start.getTime() + 1000)
    await app.db.insertInto('stage_reopenings').values({ stage_id: stage.stageId, at: reopened }).execute()
    app.clock.set(reopened)
    const sixth = await aMember(stage)
    expect(await stage.bring(teamId, sixth.testId)).toBe(200)
    expect((await factsAt(stage, [sixth])).map((facts) => facts?.submitted_at ?? null)).toEqual([null])
  })

  test('at the end the last revision without faults is handed in, no matter who wrote it and who is away', async () => {
    const stage = await aStage({ agree: true }, { submit_draft_at_end: true })
    const { captain, mate, third, teamId } = await aTeam(stage)
    await mate.write('problem', 'Дороги')
    await mate.write('plan', 'Построим')
    await mate.write('problem', '')
    // The author leaves the team before the end.
    await leaves(teamId, mate.id)
    await at(minutes(61.5), captain, third)
    await handInDraftsAtEnd(app.services)
    expect((await captain.stage()).receipt).toMatchObject({ by_system: true })
    expect((await third.stage()).answer).toMatchObject({ text_problem: 'Дороги', text_plan: 'Построим' })
    expect((await third.read()).body.sections[0]).toMatchObject({ code: 'problem', text: 'Дороги' })
    expect(await factsAt(stage, [mate])).toEqual([expect.objectContaining({ submitted_at: null })])
  })

  test('KE-12 a file whose upload began before the end is accepted, and the end waits for it', async () => {
    const stage = await aStage({}, { submit_draft_at_end: true })
    const { captain, mate } = await aTeam(stage)
    const idle = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    await idle.captain.write('problem', 'Без файла')
    await at(minutes(59.5), mate)
    const sending = await mate.beginFile('последний.pdf')
    await at(minutes(62), captain, mate, idle.captain)
    await handInDraftsAtEnd(app.services)
    expect((await idle.captain.stage()).status).toBe('processing')
    expect((await captain.read()).body).toMatchObject({ status: 'timeover', may_write: false, may_hand_in: true })
    expect((await sending.end()).status).toBe(201)
    // An upload that begins after the end is refused, and so is a file that was uploaded for no stage.
    const pieces = resumedUploads(app, mate.token)
    const late = await pieces.begin({ size: pdf.length, stage: stage.stageId, field: 'files' })
    expect([late.status, late.body.code]).toEqual([409, 'stage_closed'])
    const apart = await pieces.begun({ size: pdf.length })
    await pieces.send(apart, 0, pdf)
    expect((await mate.addFile(apart.slice(-32))).body.code).toBe('upload_not_found')
    app.clock.set(minutes(63))
    await handInDraftsAtEnd(app.services)
    const { answer, receipt } = await captain.stage()
    expect((answer as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual(['последний.pdf'])
    expect(receipt?.handed_in_at).toBe('2026-11-21 13:00:00')
  })

  test('where the portal hands in nothing automatically, the captain may do so after a running upload; then it is too late', async () => {
    const stage = await aStage()
    const { captain, mate } = await aTeam(stage)
    const other = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    await other.captain.write('problem', 'Дома')
    await at(minutes(59), mate)
    const sending = await mate.beginFile()
    await at(minutes(63), mate)
    expect((await sending.end()).status).toBe(201)
    await at(minutes(64), captain, other.captain)
    expect((await other.captain.handIn(await other.captain.revision())).body.code).toBe('stage_closed')
    expect((await captain.handIn(await captain.revision())).body.receipt).toMatchObject({
      handed_in_at: '2026-11-21 13:00:00',
    })
  })
})

describe('the organiser', () => {
  test('tasks are drawn evenly, each team reads its own, and nobody reads a task before the stage opens', async () => {
    const stage = await aStage({ tasks, task: '' }, { opens_at: minutes(10) })
    const teams = []
    for (let at = 0; at < 7; at += 1) teams.push(await aTeam(stage, 1))
    expect(await stage.list()).toMatchObject({ all: 7, undrawn: 7 })
    expect((await stage.draw()).body).toEqual({ drawn: 7 })
    const drawn = await stage.list()
    expect(drawn.tasks.map(({ teams: count }) => count).toSorted()).toEqual([2, 2, 3])
    expect(drawn.undrawn).toBe(0)
    expect((await stage.draw()).body.code).toBe('nothing_to_draw')
    for (const { captain } of teams) {
      const early = await captain.read()
      expect([early.status, early.body.code]).toEqual([409, 'stage_closed'])
      expect(JSON.stringify([early.body, await captain.stage()])).not.toMatch(/Задание|Текст/)
    }
    await at(minutes(10), stage, ...teams.map(({ captain }) => captain))
    // A team made after the draw gets one of the rarest tasks when it opens the page.
    const late = await aTeam(stage, 2)
    const own = await Promise.all([late.captain, late.mate].map(async (one) => (await one.read()).body.task?.title))
    expect(own[0]).toBe(own[1])
    const read = await Promise.all(teams.map(async ({ captain }) => (await captain.read()).body.task?.title))
    const known = new Map((await stage.list()).teams.map(({ team_id, task }) => [team_id, task]))
    expect(read).toEqual(teams.map(({ teamId }) => known.get(teamId)))
    expect((await stage.list()).tasks.map(({ teams: count }) => count).toSorted()).toEqual([2, 3, 3])
    // Readers of the hand-in see its task.
    await late.captain.write('problem', 'Ответ')
    await late.captain.handIn(await late.captain.revision())
    const { body } = await app.call('GET /user/stages/:stage_id/work', {
      token: late.mate.token,
      params: { stage_id: stage.stageId },
    })
    expect(body.handed_in?.human_readable[0]).toMatchObject({ label: 'Задание', value: own[0] })
  })

  test('one team gets more time, for all its members, and is notified; the end of the others stays', async () => {
    const stage = await aStage({}, { submit_draft_at_end: true })
    const { captain, mate, teamId } = await aTeam(stage)
    const other = await aTeam(stage)
    await captain.write('problem', 'Дороги')
    await other.captain.write('problem', 'Дома')
    expect(codeOf(await stage.time(teamId, '2026-11-21 12:30:00'))).toBe('time_not_later')
    expect(codeOf(await stage.time(teamId, 'завтра'))).toBe('invalid_request')
    expect(codeOf(await stage.time(999_999, '2026-11-21 14:00:00'))).toBe('formed_team_not_found')
    expect((await stage.time(teamId, '2026-11-21 14:00:00')).status).toBe(204)
    const told = await app.db.selectFrom('notifications').select('text').where('account_id', '=', mate.id).execute()
    expect(told.map(({ text }) => text).join()).toContain('Авария связи')
    await at(minutes(62), stage, mate, other.captain)
    await handInDraftsAtEnd(app.services)
    await prepared()
    expect((await other.captain.stage()).status).toBe('wait')
    expect(await mate.stage()).toMatchObject({
      status: 'in_progress',
      end_date: '2026-11-21 14:00:00',
      end_is_personal: true,
    })
    const fourth = await aMember(stage)
    await joins(stage, teamId, fourth.id, 4)
    await fourth.write('plan', 'Успели')
    expect((await stage.list()).teams.find(({ team_id }) => team_id === teamId)).toMatchObject({
      closes_at: '2026-11-21 14:00:00',
      closes_reason: 'Авария связи',
    })
    expect((await stage.time(teamId, null)).status).toBe(204)
    expect((await mate.stage()).status).toBe('timeover')
    await handInDraftsAtEnd(app.services)
    expect((await mate.stage()).answer).toMatchObject({ text_plan: 'Успели' })
  })

  test('files of the works are packed into an archive with a list; works beyond the limit of a part are in the next one', async () => {
    const stage = await aStage({ files: 2 })
    const { captain, mate, teamId } = await aTeam(stage, 2, 'Имя/с чертой')
    await captain.write('problem', 'Дороги')
    const signed = await PDFDocument.create()
    signed.addPage([200, 200]).drawText('Plan')
    signed.setAuthor('Zarechnov')
    const plan = await signed.save({ useObjectStreams: false })
    const authorOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes, { updateMetadata: false })).getAuthor()
    expect(await authorOf(plan)).toBe('Zarechnov')
    expect((await mate.upload('план.pdf')).status).toBe(201)
    expect((await mate.upload('смета.pdf', plan)).status).toBe(201)
    await captain.handIn(await captain.revision())
    const [first] = await stage.parts()
    if (!first) throw new Error('there is no part')
    expect(first).toMatchObject({ works: 1, files: 2, bytes: pdf.length + plan.length })
    const namesIn = async (answer: Response) => {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
      const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      const list = strFromU8(entries['Список файлов.txt'] ?? new Uint8Array())
      return { entries, list: list.split('\r\n'), names: Object.keys(entries).filter((name) => name.endsWith('.pdf')) }
    }
    const work = await app.db
      .selectFrom('works')
      .select('id')
      .where('team_id', '=', teamId)
      .where('stage_id', '=', stage.stageId)
      .executeTakeFirstOrThrow()
    const open = `${work.id} Имя_с чертой`
    await app.db
      .insertInto('judgings')
      .values({ stage_id: stage.stageId, state: 'setup', blind: false })
      .onConflict((conflict) => conflict.column('stage_id').doUpdateSet({ blind: false }))
      .execute()
    const known = await namesIn(await stage.saved('zip', first))
    expect(known.names).toEqual([`${open}/1. план.pdf`, `${open}/2. смета.pdf`])
    expect(known.entries[`${open}/1. план.pdf`]).toEqual(new Uint8Array(pdf))
    await app.db.updateTable('judgings').set({ blind: true }).where('stage_id', '=', stage.stageId).execute()
    // Files that are being scanned for viruses, or cannot be cleaned of their author, are named and not packed.
    const [one] = (await mate.read()).body.files
    await app.db
      .updateTable('files')
      .set({ scan: 'waiting' })
      .where('id', '=', one?.file_id ?? '')
      .execute()
    const hidden = await namesIn(await stage.saved('zip', first))
    expect(hidden.list[0]).toBe(`Работа ${work.id}/1.pdf — ещё проверяется на вирусы, скачайте архив позже`)
    expect(hidden.names).toEqual([`Работа ${work.id}/2.pdf`])
    expect(await authorOf(hidden.entries[`Работа ${work.id}/2.pdf`] ?? new Uint8Array())).toBeUndefined()
    expect(JSON.stringify([hidden.names, hidden.list])).not.toMatch(/Имя|план/)

    await sql`
      with made as (
        insert into formed_teams (stage_id, competition_code, name, name_key, created_at)
        select t.stage_id, t.competition_code, 'Ещё ' || at, 'ещё ' || at, ${app.clock.now()}
        from formed_teams t, generate_series(1, ${solutionsOfPart}::int) as at where t.id = ${teamId} returning id
      )
      insert into hand_ins (stage_id, team_id, revision, arrived_at, data, form_version, receipt_number)
      select ${stage.stageId}, id, 1, ${app.clock.now()}, '{}', 1, 'part-' || id from made`.execute(app.db)
    const parts = await stage.parts()
    expect(parts.map(({ works, files }) => [works, files])).toEqual([
      [solutionsOfPart, 2],
      [1, 0],
    ])
    expect((await namesIn(await stage.saved('zip', parts[1] ?? first))).list).toEqual([
      'К этим решениям файлы не приложены',
    ])
    const beyond = (parts.at(-1)?.to ?? 0) + 1
    expect((await stage.saved('zip', { from: beyond, to: beyond })).status).toBe(404)
    // Works left here would be prepared before those of other tests.
    await app.db.deleteFrom('works').where('stage_id', '=', stage.stageId).execute()
  })

  test('teams without a solution are listed, and a search finds a team', async () => {
    const stage = await aStage()
    const [none, begun, done] = [
      await aTeam(stage, 2, 'Никто'),
      await aTeam(stage, 2, 'Начали'),
      await aTeam(stage, 2, 'Сдали'),
    ]
    for (const team of [begun, done]) await team.captain.write('problem', 'Дороги')
    await done.captain.handIn(await done.captain.revision())
    expect(await stage.list()).toMatchObject({
      ...{ all: 3, begun: 2, handed_in: 1, count: 3 },
      teams: [
        { team_id: none.teamId, state: 'none', captain: 'Участников0 Имя0', members: 2 },
        { team_id: begun.teamId, state: 'begun' },
        { team_id: done.teamId, state: 'handed_in' },
      ],
    })
    expect((await stage.list({ only: 'without' })).teams.map(({ name }) => name)).toEqual(['Никто', 'Начали'])
    expect((await stage.list({ search: 'сдал' })).teams.map(({ name }) => name)).toEqual(['Сдали'])
  })
})

test('KA-12 the jury reads by a rubric, N judges a work and none with a conflict; a gap calls a third; the team reads the comments', async () => {
  const stage = await aStage()
  const team = await aTeam(stage, 3, 'Северный ветер')
  await team.captain.write('problem', 'Мы, «Северный ветер», чиним дороги')
  await team.captain.handIn(await team.captain.revision())
  await app.db
    .updateTable('participations')
    .set({ region: '7700000000000' })
    .where('competition_code', '=', stage.code)
    .execute()
  await app.db
    .insertInto('applications')
    .values({
      account_id: team.third.id,
      competition_code: stage.code,
      stage_id: stage.stageId,
      door: 'participant',
      form_version: 1,
      data: JSON.stringify({ current_work: 'ООО «Ромашка»' }),
      submitted_at: start,
    })
    .execute()
  const answer = {
    criteria: [{ title: 'Решение', hint: '', max: '5', weight: '1', levels: '', optional: false }],
    ...{ readers: '2', blind: true, gap: '30', method: 'mean', load_cap: '50', other_region: 'rule', read_until: '' },
  }
  expect((await stage.judging(answer)).status).toBe(200)
  const judges: { id: number; token: string }[] = []
  // The first judge works for the employer of a member, the second is a member's mentor, the third is of the team's
  // region.
  const regions = ['', '', '7700000000000', '', '', '']
  for (const [place, region] of regions.entries()) {
    const account = await anAccount(app, { firstName: 'Ольга', lastName: `Судьина${place}` })
    expect((await stage.invite(account.email)).body.letters).toEqual([])
    await app.db
      .updateTable('stage_staff')
      .set({ region: region || null, employer: place === 0 ? 'ООО Ромашка' : '' })
      .where('account_id', '=', account.id)
      .execute()
    const { token } = await sessionOf(app, account)
    await app.call('PUT /desk/background', { token, body: { answer: { abroad: true, employer: 'нет' } } })
    judges.push({ ...account, token })
  }
  // A judge who states a background at the moment of a plan gets no works by that plan.
  app.clock.advance(1)
  const mentorship = await app.db
    .insertInto('stages')
    .values({ competition_code: stage.code, type: 'mentor_choice', code: 'mentors', title: 'Наставники', sort: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('mentor_choices')
    .values({
      ...{ account_id: team.mate.id, stage_id: mentorship.id, mentor_id: judges[1]?.id ?? 0 },
      ...{ rank: 1, chosen_at: start, status: 'accepted' },
    })
    .execute()
  await stage.assign()
  await stage.turn('reading')
  const reads = async (judge: { token: string }) =>
    (await app.call('GET /desk/judging/:stage_id', { token: judge.token, params: { stage_id: stage.stageId } })).body
      .readings ?? []
  const lists = await Promise.all(judges.map(reads))
  expect(lists.slice(0, 3).map((list) => list.length)).toEqual([0, 0, 0])
  const chosen = judges.filter((_judge, at) => (lists[at]?.length ?? 0) > 0)
  expect(chosen).toHaveLength(2)
  const mark = async (judge: { token: string }, points: number, comment: string) => {
    const [reading] = await reads(judge)
    const params = { reading_id: reading?.reading_id ?? 0 }
    const { body } = await app.call('GET /desk/readings/:reading_id', { token: judge.token, params })
    expect(JSON.stringify(body)).not.toMatch(/Северн|Участников/)
    const marks = { c1: points }
    return app.call('POST /desk/readings/:reading_id/marks', {
      token: judge.token,
      params,
      body: { rubric_version: 1, hand_in: body.hand_in, marks, comment, note: '', spent: 1000 },
    })
  }
  for (const [at, judge] of chosen.entries()) expect((await mark(judge, at * 5, `Комментарий ${at}`)).status).toBe(200)
  const further = (await Promise.all(judges.map(reads))).filter((list) => list.length > 0)
  expect(further).toHaveLength(3)
  const now = await Promise.all(judges.map(reads))
  const third = judges.find((judge, place) => (now[place]?.length ?? 0) > 0 && !chosen.includes(judge))
  await mark(third ?? { token: '' }, 5, 'Комментарий 2')
  await stage.turn('closed')
  const work = await app.db
    .selectFrom('works')
    .select('id')
    .where('stage_id', '=', stage.stageId)
    .executeTakeFirstOrThrow()
  expect((await stage.decide([work.id], 'passed')).status).toBe(200)
  for (const member of team.people) {
    const { status, decision } = await member.stage()
    expect([status, decision?.comments.toSorted()]).toEqual([
      'success',
      ['Комментарий 0', 'Комментарий 1', 'Комментарий 2'],
    ])
  }
  const [part] = await stage.parts()
  if (!part) throw new Error('there is no part')
  expect(part).toMatchObject({ from: work.id, to: work.id, works: 1 })
  const printed = await stage.saved('docx', part)
  expect(printed.status).toBe(200)
  const text = strFromU8(
    unzipSync(new Uint8Array(await printed.arrayBuffer()))['word/document.xml'] ?? new Uint8Array(),
  )
  expect(text).toContain('чиним дороги')
  expect(text).not.toMatch(/Северн|Участников/)
})

describe('at once', () => {
  const lockOf = (teamId: number) => (tx: Tx) =>
    sql`select from formed_teams where id = ${teamId} for update`.execute(tx)

  test('TW-14 two members who save two sections at once lose neither, and one of two who take a section has it', async () => {
    const stage = await aStage()
    const { teamId, captain, mate } = await aTeam(stage)
    await captain.take('problem')
    await mate.take('plan')
    const saved = await meetInOrder(app.db, {
      lock: lockOf(teamId),
      call: () => Promise.all([captain.save('problem', 'Задача команды', 0), mate.save('plan', 'План команды', 0)]),
      meanwhile: async () => {},
      waiting: 2,
    })
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    expect([(await mate.section('problem')).text, (await captain.section('plan')).text]).toEqual([
      'Задача команды',
      'План команды',
    ])
    await captain.give('problem')
    const taken = await meetInOrder(app.db, {
      lock: lockOf(teamId),
      call: () => Promise.all([captain.take('problem'), mate.take('problem')]),
      meanwhile: async () => {},
      waiting: 2,
    })
    expect(taken.map(({ body }) => (body as { code?: string }).code ?? 'has it').sort()).toEqual([
      'has it',
      'section_taken',
    ])
  })

  test('TW-14 the captain hands in only the text that was read: one saved meanwhile is refused', async () => {
    const stage = await aStage()
    const { teamId, captain } = await aTeam(stage)
    await captain.write('problem', 'Задача команды')
    const revision = await captain.revision()
    const answer = await meetInOrder(app.db, {
      lock: lockOf(teamId),
      call: () => captain.handIn(revision),
      meanwhile: (tx) =>
        sql`update stage_drafts set revision = revision + 1, data = data || '{"section_problem": "Другая"}'
          where team_id = ${teamId}`.execute(tx),
    })
    expect((answer.body as { code?: string }).code).toBe('solution_changed')
  })
})
