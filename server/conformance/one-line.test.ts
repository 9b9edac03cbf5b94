import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBankTable } from '#server/kinds/test/bank-table.ts'
import { itemsOf } from '#server/seasons/forms/own-dictionaries.ts'
import { aMentorStage, noFields } from '#server/testing/a-mentor-stage.ts'
import { aRegistration, registers } from '#server/testing/a-registration.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { unseenTexts } from '#shared/testing/unseen-texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What may be seen; a longer text needs no cleaning to be refused. */
const fitting = unseenTexts.filter(([, kept]) => kept !== '')
const empty = unseenTexts.filter(([, kept]) => kept === '')

test('R-90 the name of a team is one line, and a name that shows nothing is refused', async () => {
  const stage = await aTeamStage(app)
  for (const [written, kept] of fitting) {
    const captain = await stage.person()
    const name = (await stage.read(captain, await stage.team(captain, `${written} ${captain.testId}`))).body.name
    expect(name).toBe(`${kept} ${captain.testId}`.trim().replaceAll('\u00a0', ' '))
  }
  for (const [written] of empty)
    expect(await stage.create(await stage.person(), written)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
}, 120_000)

test('R-90 the fields of a mentor’s profile and the topics are of one line', async () => {
  const stage = await aMentorStage(app)
  const { token, id } = await stage.mentor()
  for (const [written, kept] of fitting) {
    const body = { ...noFields, absences: [], position: written, topics: [written], about: written }
    expect((await app.call('PUT /mentors/profile', { token, body })).status).toBe(200)
    const row = await app.db
      .selectFrom('mentor_profiles')
      .select(['position', 'topics', 'about'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.position, row.topics]).toEqual([kept.trim(), [kept.trim()]])
  }
})

test('R-90 a person registers under a name of one line, and not under one that shows nothing', async () => {
  const name = (field: string) => ({
    name: field,
    label: field,
    view: 'text' as const,
    validation_rules: { required: true },
  })
  const fields = [name('last_name'), name('first_name')]
  await aRegistration(app.db, { form: { version: 1, sections: [{ code: 'main', title: '', fields }] } })
  const as = async (number: number, last_name: string) => {
    const email = `lines${number}@example.test`
    const visitor = { email, phone: `+7926123${1000 + number}`, competition_code: 'ru_season_5' }
    await registers(app, visitor, { last_name, first_name: 'Анна\u202e\n' } as never)
    return app.db
      .selectFrom('accounts')
      .select(['last_name', 'first_name'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  }
  for (const [number, [written, kept]] of fitting.slice(0, 6).entries())
    expect(await as(number, written)).toEqual({ last_name: kept, first_name: 'Анна' })
  for (const [number, [written]] of empty.slice(0, 2).entries())
    await expect(as(100 + number, written)).rejects.toThrow(/422/)
})

test('R-90 texts of a dictionary and of a bank of questions are of one line after an import', () => {
  const read = itemsOf([['Код', 'Значение'], ...fitting.map(([written], at) => [`c${at}`, written])])
  expect('items' in read && read.items.map(({ value }) => value)).toEqual(fitting.map(([, kept]) => kept.trim()))
  const faulty = itemsOf([['Код', 'Значение'], ...empty.map(([written], at) => [`c${at}`, written])])
  expect('faults' in faulty && Object.keys(faulty.faults)).toHaveLength(empty.length)
  const head = ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Ключ']
  const rows = fitting.map(([written], at) => [`q${at}`, written, '1', 'число', 'Первая строка\nвторая', '5'])
  const questions = readBankTable({ Вопросы: [head, ...rows] })
  expect(questions.map(({ listed }) => listed?.topic)).toEqual(fitting.map(([, kept]) => kept.trim()))
  expect(questions[0]?.listed?.question.text).toBe('Первая строка\nвторая')
})
