import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { remindOfOpenings } from './remind-of-opening.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000
const at = (hours: number) => new Date(start.getTime() + hours * hour)

async function aSeason() {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', title: 'Анкета', settings: { check: 'manual' }, closes_at: at(30) },
    essay: {
      type: 'essay',
      title: 'Эссе',
      opens_at: at(5),
      closes_at: at(48),
      requires: ['form'],
      minutes: 40,
      preparation: 'Тихое место\n\n  Час времени ',
      settings: { task: 'Тайное задание', min_words: 300, max_words: 600 },
    },
  })
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', start)
  const params = { stage_id: stageIds.essay }
  // Tokens end after ten minutes, and these tests move the clock by hours.
  const token = async () => (await sessionOf(app, person)).token
  const passForm = () =>
    app.db
      .insertInto('stage_facts')
      .values({ account_id: person.id, stage_id: stageIds.form, submitted_at: at(1), passed_at: at(1) })
      .execute()
  return {
    code,
    stageIds,
    person,
    passForm,
    page: async () => (await app.call('GET /user/stages/:stage_id', { token: await token(), params })).body,
    remind: async () => app.call('PUT /user/stages/:stage_id/reminder', { token: await token(), params }),
    forget: async () => app.call('DELETE /user/stages/:stage_id/reminder', { token: await token(), params }),
    told: async () => {
      const rows = await app.db
        .selectFrom('notifications')
        .select('title')
        .where('account_id', '=', person.id)
        .execute()
      return rows.map(({ title }) => title)
    },
  }
}

test('a stage that is not open shows its conditions, requirements, duration and preparation, but not its task', async () => {
  const season = await aSeason()
  const page = await season.page()
  expect(page.ahead).toEqual({
    conditions: [
      {
        state: 'pending',
        text: 'Откроется после этапа «Анкета»',
        stage: { type: 'form', code: 'form', view: '', open: true },
      },
    ],
    asks: ['Текст эссе. Объём: от 300 до 600 слов'],
    summary: '',
    minutes: 40,
    preparation: ['Тихое место', 'Час времени'],
    reminds: false,
  })
  expect(JSON.stringify(page)).not.toContain('Тайное')
})

test('met conditions are shown as met, and an open stage has no notice of conditions', async () => {
  const season = await aSeason()
  await season.passForm()
  expect((await season.page()).ahead?.conditions.map(({ text }) => text)).toEqual(['Этап «Анкета» пройден'])
  app.clock.set(at(5))
  const open = await season.page()
  expect([open.ahead, open.settings]).toMatchObject([null, { task: 'Тайное задание' }])
})

test('a person who has requested it is notified once, when the day has come and the previous stage is passed', async () => {
  const season = await aSeason()
  expect([(await season.remind()).status, (await season.remind()).status]).toEqual([204, 204])
  expect((await season.page()).ahead?.reminds).toBe(true)
  app.clock.set(at(5))
  expect(await remindOfOpenings(app.services)).toBe(0)
  await season.passForm()
  app.clock.set(at(5.5))
  expect(await remindOfOpenings(app.services)).toBe(1)
  expect(await remindOfOpenings(app.services)).toBe(0)
  expect(await season.told()).toEqual(['Этап «Эссе» открыт'])
})

test('an opening that is moved to an earlier time is noticed at once', async () => {
  const season = await aSeason()
  await season.passForm()
  await season.remind()
  await app.db
    .updateTable('stages')
    .set({ opens_at: at(1) })
    .where('id', '=', season.stageIds.essay)
    .execute()
  app.clock.set(at(1))
  expect(await remindOfOpenings(app.services)).toBe(1)
})

test('a person who has cancelled the request, or can no longer work there, is not notified', async () => {
  const unwanted = await aSeason()
  await unwanted.passForm()
  await unwanted.remind()
  expect((await unwanted.forget()).status).toBe(204)
  const shut = await aSeason()
  await shut.remind()
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: shut.person.id, stage_id: shut.stageIds.form, failed_at: at(1) })
    .execute()
  app.clock.set(at(6))
  expect(await remindOfOpenings(app.services)).toBe(0)
  expect([await unwanted.told(), await shut.told()]).toEqual([[], []])
})

test('a reminder of a stage that has already opened is refused', async () => {
  const season = await aSeason()
  await season.passForm()
  app.clock.set(at(5))
  expect(await season.remind()).toMatchObject({ status: 409, body: { code: 'stage_already_open' } })
})

test('a calendar has every opening and deadline as they are for the person, extensions included', async () => {
  const season = await aSeason()
  const { id: account_id, token } = season.person
  await app.db
    .insertInto('stage_extensions')
    .values({ account_id, stage_id: season.stageIds.form, closes_at: at(36), reason: 'Болел', granted_at: start })
    .execute()
  const { body } = await app.call('POST /user/calendar-address', { token })
  const address = new URL(body.url).pathname
  const read = () => app.fetch(address)
  const calendar = new ICAL.Component(ICAL.parse(await (await read()).text()))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(events.map(({ summary, startDate }) => [summary, startDate.toJSDate()])).toEqual([
    ['Последний срок: «Анкета»', at(36)],
    ['Откроется: «Эссе»', at(5)],
    ['Последний срок: «Эссе»', at(48)],
  ])
  expect((await app.call('GET /user/calendar-address', { token })).body.created_at).not.toBeNull()

  await app.call('POST /user/calendar-address', { token })
  expect((await read()).status).toBe(404)
  await app.call('DELETE /user/calendar-address', { token })
  expect((await app.call('GET /user/calendar-address', { token })).body.created_at).toBeNull()
})
