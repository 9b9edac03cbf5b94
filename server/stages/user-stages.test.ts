import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { settleAndTell } from './settle.ts'
import { userStages } from './user-stages.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const moscow = (text: string) => new Date(`${text}+03:00`)

describe('the tree of stages', () => {
  test('EN-06 a stage has all fields that the page needs', async () => {
    const { code, stageIds } = await aCompetition(app.db, {
      rules: {
        type: 'rules',
        title: 'Правила',
        summary: 'Прочитайте',
        manual: 'Как читать. '.repeat(50),
        view: 'wide',
        opens_at: moscow('2026-11-20T10:00:00'),
        closes_at: moscow('2026-11-30T18:00:00'),
      },
    })
    const { token } = await aPerson(app, code)
    const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    expect(body).toEqual({
      now: '2026-11-21 12:00:00',
      disqualification: null,
      stages: [
        {
          stage_id: stageIds.rules,
          parent_id: null,
          type: 'rules',
          code: 'rules',
          view: 'wide',
          status: 'available',
          is_active: true,
          tracks: [],
          start_date: '2026-11-20 10:00:00',
          end_date: '2026-11-30 18:00:00',
          title: 'Правила',
          extra_data: {
            viewable: true,
            team_id: null,
            has_manual: true,
            summary: 'Прочитайте',
            reason: 'Открыт до 30.11.2026 18:00',
            reasons: ['Открыт до 30.11.2026 18:00'],
            changes_at: '2026-11-30 18:00:00',
            handed_in_at: null,
            reopened: false,
            end_is_personal: false,
            optional: false,
            remarks: [],
          },
          childs: [],
        },
      ],
    })
  })

  test('ST-04 EN-06 hidden stages are missing, and required stages are named by title', async () => {
    const { code } = await aCompetition(
      app.db,
      {
        first: { type: 'form', title: 'Тест' },
        second: { type: 'form', requires: ['first'] },
        secret: { type: 'form', published: false },
        others: { type: 'form', tracks: ['state'] },
        next: { type: 'form', requires: ['others'] },
      },
      { tracks: ['state', 'business'] },
    )
    const { id, token } = await aPerson(app)
    await takesPart(app.db, id, code, 'business', app.clock.now())
    const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    const seen = body.stages as { code: string; status: string; extra_data: { reason: string } }[]
    expect(seen.map((stage) => [stage.code, stage.status, stage.extra_data.reason])).toEqual([
      ['first', 'available', 'Открыт'],
      ['second', 'wait', 'Откроется после этапа «Тест»'],
      ['next', 'available', 'Открыт'],
    ])
  })

  test('EN-06 a group shows the progress, or when it begins', async () => {
    const { code, stageIds } = await aCompetition(app.db, { now: { type: 'group' }, later: { type: 'group' } })
    const child = { competition_code: code, type: 'form', title: 'Этап', settings: '{}' }
    await app.db
      .insertInto('stages')
      .values([
        { ...child, code: 'a', parent_id: stageIds.now },
        // Feedback is optional, so it does not count.
        { ...child, code: 'opinion', type: 'feedback', parent_id: stageIds.now },
        { ...child, code: 'b', parent_id: stageIds.later, opens_at: moscow('2026-12-01T10:00:00') },
      ])
      .execute()
    const { token } = await aPerson(app, code)
    const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    const groups = body.stages as { status: string; extra_data: { reason: string; changes_at: string | null } }[]
    expect(groups.map(({ status, extra_data }) => [status, extra_data.reason, extra_data.changes_at])).toEqual([
      ['available', 'Пройдено этапов: 0 из 1', null],
      ['wait', 'Откроется 01.12.2026 10:00', '2026-12-01 10:00:00'],
    ])
  })

  test('R-30 a stage without conditions is open to participants only: others read what to do first and cannot write', async () => {
    const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay', settings: { task: 'О решении' } } })
    const params = { stage_id: stageIds.essay }
    const stranger = await aPerson(app, (await aCompetition(app.db, {})).code)
    const page = await app.call('GET /user/stages/:stage_id', { token: stranger.token, params })
    expect(page.body.status).toBe('wait')
    expect(page.text).toContain('Сначала подайте заявку на участие')
    const body = { data: { text: 'Слова' } }
    for (const key of ['PUT /user/stages/:stage_id/draft', 'PUT /user/stages/:stage_id/answer'] as const)
      expect((await app.call(key, { token: stranger.token, params, body })).body.code).toBe('stage_closed')
    const { token } = await aPerson(app, code)
    expect((await app.call('PUT /user/stages/:stage_id/draft', { token, params, body })).status).toBe(200)
  })

  test('EN-07 a disqualified person sees the reason and cannot do anything', async () => {
    const { code, stageIds } = await aCompetition(app.db, { rules: { type: 'rules' } })
    const { id, token } = await aPerson(app)
    await takesPart(app.db, id, code, null, app.clock.now())
    await app.db
      .updateTable('participations')
      .set({
        disqualified_at: app.clock.now(),
        infoblock_title: 'Участие прекращено',
        infoblock_text: 'Сведения не подтвердились',
      })
      .where('account_id', '=', id)
      .execute()
    const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    expect(body.disqualification).toEqual({
      infoblock: { title: 'Участие прекращено', text: 'Сведения не подтвердились' },
    })
    expect(body.stages).toMatchObject([{ status: 'not_allowed' }])
    const write = await app.call('POST /user/rules/:id', {
      token,
      params: { id: stageIds.rules },
      body: { status: 'done', version: 1 },
    })
    expect(write.status).toBeGreaterThanOrEqual(400)
  })

  test('EN-06 extensions for a person or a track and minutes for an incident move only the ends that they are for', async () => {
    const closed = { type: 'form', closes_at: moscow('2026-11-20T18:00:00') }
    const { code, stageIds } = await aCompetition(app.db, { form: closed }, { tracks: ['state', 'business'] })
    const [one, two, three] = [await aPerson(app), await aPerson(app), await aPerson(app)]
    await takesPart(app.db, one.id, code, 'state', app.clock.now())
    await takesPart(app.db, two.id, code, 'business', app.clock.now())
    await takesPart(app.db, three.id, code, 'state', app.clock.now())
    const granted = { stage_id: stageIds.form, reason: 'Сбой', granted_at: app.clock.now() }
    await app.db
      .insertInto('stage_extensions')
      .values([
        { ...granted, account_id: one.id, closes_at: moscow('2026-11-25T18:00:00') },
        { ...granted, audience: JSON.stringify({ track: ['business'] }), closes_at: moscow('2026-11-26T18:00:00') },
      ])
      .execute()
    await app.db
      .insertInto('stage_incidents')
      .values({ stage_id: stageIds.form, minutes: 30, reason: 'Портал был недоступен', declared_at: app.clock.now() })
      .execute()
    const endFor = async (token: string) => {
      const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
      const stages = body.stages as { status: string; end_date: string; extra_data: { end_is_personal: boolean } }[]
      return stages.map(({ status, end_date, extra_data }) => [status, end_date, extra_data.end_is_personal])
    }
    expect(await endFor(one.token)).toEqual([['available', '2026-11-25 18:30:00', true]])
    expect(await endFor(two.token)).toEqual([['available', '2026-11-26 18:30:00', false]])
    expect(await endFor(three.token)).toEqual([['timeover', '2026-11-20 18:30:00', false]])
    const page = await app.call('GET /user/stages/:stage_id', { token: one.token, params: { stage_id: stageIds.form } })
    expect(page.body).toMatchObject({ end_date: '2026-11-25 18:30:00', end_is_personal: true })
  })

  test('EN-06 stages whose gates depend on each other in a circle stay closed', async () => {
    const { code } = await aCompetition(app.db, {
      one: { type: 'form', requires: ['two'] },
      two: { type: 'form', requires: ['one'] },
    })
    const { token } = await aPerson(app, code)
    const { status, body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    expect(status).toBe(200)
    expect(body.stages).toMatchObject([{ status: 'wait' }, { status: 'wait' }])
  })

  test('CL-04 with the season in memory it takes one query, for one stage and for forty', async () => {
    const forty = Object.fromEntries(Array.from({ length: 40 }, (_none, n) => [`s${n}`, { type: 'form' }]))
    const small = await aCompetition(app.db, { rules: { type: 'rules' } })
    const big = await aCompetition(app.db, forty)
    const { id: accountId } = await aPerson(app)
    const cost = (competitionCode: string) =>
      countQueries(() => userStages(app.services, { accountId, competitionCode }, app.clock.now()))
    for (const { code } of [small, big]) {
      await cost(code)
      expect(await cost(code)).toBe(1)
    }
  })

  test('CL-04 an unknown or unpublished competition is not found', async () => {
    const { token } = await aPerson(app)
    const { code } = await aCompetition(app.db, {}, { published: false })
    for (const competition_code of [code, 'nowhere']) {
      const answer = await app.call('GET /user/user-stages', { token, query: { competition_code } })
      expect([answer.status, answer.body.code]).toEqual([404, 'competition_not_found'])
    }
  })
})

describe('the page of a stage', () => {
  test('CL-04 R-27 it shows only the person’s own hand-in, and only published decisions', async () => {
    const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'form', title: 'Эссе' } })
    const [owner, stranger] = [await aPerson(app, code), await aPerson(app, code)]
    await app.db
      .insertInto('hand_ins')
      .values({
        account_id: owner.id,
        stage_id: stageIds.essay,
        revision: 1,
        arrived_at: app.clock.now(),
        receipt_number: '2026-TEST',
        data: JSON.stringify({ text: 'Моё' }),
      })
      .execute()
    const pending = { account_id: owner.id, stage_id: stageIds.essay, decided_at: app.clock.now() }
    await app.db
      .insertInto('stage_decisions')
      .values({ ...pending, outcome: 'passed', reason: 'Ещё не объявлено' })
      .execute()
    const page = async (token: string) =>
      (await app.call('GET /user/stages/:stage_id', { token, params: { stage_id: stageIds.essay } })).body
    expect(await page(owner.token)).toMatchObject({
      answer: { text: 'Моё' },
      receipt: { number: '2026-TEST', revision: 1, stage_title: 'Эссе' },
      decision: null,
      status: 'available',
    })
    expect(await page(stranger.token)).toMatchObject({ answer: null, receipt: null, decision: null })
    const decision = { accountIds: [owner.id], stageId: stageIds.essay, outcome: 'failed' as const }
    await app.db
      .transaction()
      .execute((tx) => settleAndTell(tx, app.services, { ...decision, reason: 'Не раскрыта тема' }))
    const told = (await app.call('GET /user/notifications', { token: owner.token, query: { status: 'unread' } })).body
    const title = 'Этап «Эссе» не пройден'
    expect(told.notifications.filter((one) => one.title === title)).toMatchObject([{ text: 'Не раскрыта тема' }])
    const letters = (await app.call('GET /dev/outbox', { query: { to: owner.email } })).body
    expect(letters.filter(({ subject }) => subject === title)).toHaveLength(1)
    expect(await page(owner.token)).toMatchObject({
      status: 'not_allowed',
      reason: 'Не раскрыта тема',
      decision: { outcome: 'failed', reason: 'Не раскрыта тема' },
    })
    expect(await page(stranger.token)).toMatchObject({ decision: null, status: 'available' })
  })

  test('CL-11 the receipt is a Word document with a matching name, for its owner only', async () => {
    const { code, stageIds } = await aCompetition(app.db, { rules: { type: 'rules' } })
    const [owner, stranger] = [await aPerson(app, code), await aPerson(app, code)]
    await app.db
      .insertInto('hand_ins')
      .values({
        account_id: owner.id,
        stage_id: stageIds.rules,
        revision: 1,
        arrived_at: app.clock.now(),
        receipt_number: '2026-DOCX',
        data: JSON.stringify({ status: 'done', version: 1, comment: '' }),
      })
      .execute()
    const path = `/api/v3/user/stages/${stageIds.rules}/receipt`
    const mine = await app.fetch(path, { headers: { 'X-Token': owner.token } })
    expect(mine.status).toBe(200)
    expect(mine.headers.get('content-disposition')).toBe('attachment; filename="receipt-2026-DOCX.docx"')
    expect(
      Buffer.from(await mine.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    expect((await app.fetch(path, { headers: { 'X-Token': stranger.token } })).status).toBe(404)
  })

  test('CL-04 a hidden or unknown stage is not found', async () => {
    const { code, stageIds } = await aCompetition(app.db, { secret: { type: 'form', published: false } })
    const { token } = await aPerson(app, code)
    for (const stage_id of [stageIds.secret, 2147483647]) {
      const answer = await app.call('GET /user/stages/:stage_id', { token, params: { stage_id } })
      expect([answer.status, answer.body.code]).toEqual([404, 'stage_not_found'])
    }
  })
})

test('a supporter sees the registration and stages for supporters, and cannot work at other stages', async () => {
  const now = app.clock.now()
  const { code, stageIds } = await aCompetition(app.db, {
    registration: { type: 'registration' },
    rules: { type: 'rules' },
    essay: { type: 'essay', gate: JSON.stringify({ door: 'participant' }) },
    cheering: { type: 'form', gate: JSON.stringify({ any: [{ door: 'supporter' }, { past_finalist: true }] }) },
  })
  const { id: accountId, token } = await aPerson(app, code)
  const who = { accountId, competitionCode: code, door: 'supporter' as const, trackCode: null, now }
  await app.db.transaction().execute((tx) => enrol(tx, who))
  const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
  expect((body.stages as { code: string }[]).map((stage) => stage.code)).toEqual(['registration', 'cheering'])
  const accepted = await app.call('POST /user/rules/:id', {
    token,
    params: { id: stageIds.rules },
    body: { status: 'done' },
  })
  expect([accepted.status, accepted.body.code]).toEqual([404, 'stage_not_found'])
})
