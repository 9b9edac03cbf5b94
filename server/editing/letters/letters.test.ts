import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishForm } from '#server/stages/forms/store.ts'
import { remindOfEnds } from '#server/stages/remind-of-ends.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type LetterName, type LetterText, letters, letterText } from '#shared/messages/letters/letters.ts'

let app: TestApp
let organiser: string
const start = new Date('2026-11-21T12:00:00+03:00')

beforeAll(async () => {
  app = await testApp({ remembers: true })
  app.clock.set(start)
  organiser = await anOrganiser()
})
afterAll(() => app.close())

async function anOrganiser() {
  const account = await anAccount(app, { isDemo: true, flags: ['notifications'], firstName: 'Ольга' })
  return (await sessionOf(app, account)).token
}

async function aSeason(settings: Record<string, unknown> = { check: 'manual' }) {
  const { code, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', title: 'Анкета', settings, closes_at: new Date(start.getTime() + 48 * 3_600_000) },
  })
  const field = { name: 'goal', label: 'Цель', view: 'text', required: false } as const
  await publishForm(
    app.db,
    stageIds.form,
    { version: 1, sections: [{ code: 'a', title: 'О вас', fields: [field] }] },
    start,
  )
  const params = { competition: code }
  return {
    code,
    list: async (token = organiser) =>
      (await app.call('GET /admin/competitions/:competition/letters', { token, params })).body.letters,
    save: (letter: LetterName, words: LetterText, was: LetterText = letters[letter].usual, token = organiser) =>
      app.call('PUT /admin/competitions/:competition/letters/:letter', {
        token,
        params: { ...params, letter },
        body: { ...words, was },
      }),
    reset: (letter: LetterName, was: LetterText) =>
      app.call('POST /admin/competitions/:competition/letters/:letter/reset', {
        token: organiser,
        params: { ...params, letter },
        body: { was },
      }),
    tryOut: (letter: LetterName, words: LetterText, token = organiser) =>
      app.call('POST /admin/competitions/:competition/letters/:letter/test', {
        token,
        params: { ...params, letter },
        body: words,
      }),
    async person(firstName: string) {
      const account = await anAccount(app, { firstName })
      await app.db.updateTable('accounts').set({ email_verified_at: start }).where('id', '=', account.id).execute()
      await takesPart(app.db, account.id, code, 'main', start)
      const { token } = await sessionOf(app, account)
      return {
        ...account,
        handIn: () =>
          app.call('PUT /user/stages/:stage_id/answer', {
            token,
            params: { stage_id: stageIds.form },
            body: { data: { goal: 'Учиться' } },
          }),
      }
    },
  }
}

const told = (accountId: number) =>
  app.db
    .selectFrom('notifications')
    .select(['title', 'text'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
const sentTo = (email: string) =>
  app.db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', email).orderBy('id').execute()

test('a new competition uses the portal’s own wording', async () => {
  const season = await aSeason()
  const all = await season.list()
  expect(all.map(({ letter, own }) => [letter, own])).toEqual([
    ['receipt', false],
    ['returned', false],
    ['passed', false],
    ['failed', false],
    ['deadline', false],
  ])
  expect(all[0]).toMatchObject(letters.receipt.usual)
})

test('a receipt has the wording of its competition, with the name, and other competitions do not use it', async () => {
  const [season, other] = [await aSeason(), await aSeason()]
  const words = { title: 'Спасибо за «{этап}»', text: '{имя}, работа у нас. Квитанция {квитанция} от {принято}.' }
  expect((await season.save('receipt', words)).status).toBe(200)
  expect((await season.list())[0]).toEqual({ letter: 'receipt', ...words, own: true })
  const [anna, peter] = [await season.person('Анна'), await other.person('Пётр')]
  const { receipt } = (await anna.handIn()).body
  await peter.handIn()
  await app.work('confirm_hand_in')
  const text = `Анна, работа у нас. Квитанция ${receipt.number} от 21.11.2026 12:00. О решении мы сообщим.`
  expect(await told(anna.id)).toEqual([{ title: 'Спасибо за «Анкета»', text }])
  expect((await sentTo(anna.email)).at(-1)).toEqual({
    subject: 'Спасибо за «Анкета»',
    text: expect.stringContaining(text),
  })
  expect((await told(peter.id)).map(({ title }) => title)).toEqual(['Принято: «Анкета»'])
})

test('a decision and the reminder of an end have the wording of the competition', async () => {
  const season = await aSeason({ check: 'auto' })
  await season.save('passed', { title: 'Вы прошли «{этап}»!', text: '{имя}, поздравляем. {решение}' })
  await season.save('deadline', { title: '«{этап}» до {срок}', text: '{имя}, {конкурс} ждёт вас до {срок}.' })
  const [anna, peter] = [await season.person('Анна'), await season.person('Пётр')]
  await anna.handIn()
  await app.work('accept_hand_in')
  expect(await told(anna.id)).toEqual([
    {
      title: 'Вы прошли «Анкета»!',
      text: expect.stringMatching(/^Анна, поздравляем\. Ответы приняты\. Номер квитанции — /),
    },
  ])
  app.clock.set(new Date(start.getTime() + 25 * 3_600_000))
  await remindOfEnds(app.services)
  await remindOfEnds(app.services)
  app.clock.set(start)
  expect((await told(peter.id))[0]).toMatchObject({ title: '«Анкета» до 23.11.2026 12:00' })
  expect((await told(peter.id))[0]?.text).toMatch(/^Пётр, .+ ждёт вас до 23\.11\.2026 12:00\.$/)
})

test('a letter without its required placeholder, or with an unknown one, is refused at its field and changes nothing', async () => {
  const season = await aSeason()
  const refused = await season.save('receipt', { title: ' ', text: 'Спасибо, {фамилия}!' })
  expect([refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
    422,
    'form_invalid',
    ['title', 'text'],
  ])
  const bare = await season.tryOut('passed', { title: 'Да', text: 'Вы прошли' })
  expect(bare.body).toMatchObject({
    fields: {
      text: { rule: 'letter', message: 'Оставьте в тексте {решение} — что решено об этом человеке и почему' },
    },
  })
  expect((await season.list()).some(({ own }) => own)).toBe(false)
})

test('when two organisers edit a letter, the later one gets a conflict and can continue from the saved text', async () => {
  const season = await aSeason()
  const [one, two] = [
    { title: 'Раз', text: '{квитанция}' },
    { title: 'Два', text: '{квитанция}' },
  ]
  await season.save('receipt', one)
  const late = await season.save('receipt', two, letters.receipt.usual, await anOrganiser())
  expect([late.status, late.body.code]).toEqual([409, 'letter_conflict'])
  expect((await season.reset('receipt', letters.receipt.usual)).body.code).toBe('letter_conflict')
  expect((await season.list())[0]).toMatchObject({ title: 'Раз', own: true })
  expect((await season.save('receipt', two, one)).status).toBe(200)
  // Changes of other letters cause no conflict.
  expect((await season.save('failed', { title: 'Увы', text: '{решение}' })).status).toBe(200)
  const { letters: after } = (await season.reset('receipt', two)).body
  expect(after[0]).toEqual({ letter: 'receipt', ...letters.receipt.usual, own: false })
  expect(after.find(({ letter }) => letter === 'failed')).toMatchObject({ title: 'Увы', own: true })
  const acts = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `competition:${season.code}`)
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(Array(4).fill('letter_worded'))
  expect(acts[1]?.detail).toMatchObject({ letter: 'receipt', before: one, after: two })
})

test('when the portal’s own wording is saved, the letter follows the portal again', async () => {
  const season = await aSeason()
  const own = { title: 'Есть', text: '{квитанция}' }
  await season.save('receipt', own)
  await season.save('receipt', letterText({}, 'receipt'), own)
  expect((await season.list())[0]).toMatchObject({ own: false })
})

test('an organiser gets the letter as a participant would read it', async () => {
  const season = await aSeason()
  const account = await anAccount(app, { isDemo: true, flags: ['notifications'], firstName: 'Вера' })
  const { token } = await sessionOf(app, account)
  const words = { title: 'Есть «{этап}»', text: '{имя}, {квитанция}' }
  expect((await season.tryOut('receipt', words, token)).status).toBe(204)
  expect(await told(account.id)).toEqual([{ title: 'Есть «Эссе»', text: 'Вера, 2026-0000123' }])
  expect((await season.list()).some(({ own }) => own)).toBe(false)
})
