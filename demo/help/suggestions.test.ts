import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArticles } from '#server/help/faq/import-articles.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { seasonHelp } from './season.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = (await aPerson(app)).token
})
afterAll(() => app.close())

test('articles with half of a letter’s words are suggested, and none when each has only a single one', async () => {
  const { code: own } = await aCompetition(app.db, {})
  await app.db.transaction().execute((tx) => importArticles(tx, own, seasonHelp, app.clock.now()))
  const suggested = async (query: string) => {
    const asked = { competition_code: own, query, limit: 3, offset: 0, suggest: true }
    return (await app.call('GET /faq-articles/search', { token, query: asked })).body.articles.map(({ title }) => title)
  }
  for (const [letter, answer] of [
    ['Не могу загрузить диплом, файл не принимается, пишет', 'Файл не загружается'],
    ['Забыл пароль и не могу войти', 'Забыли пароль'],
    ['Не могу восстановить пароль от личного кабинета', 'Забыли пароль'],
    ['Не приходит СМС с кодом, жду уже полчаса', 'Не пришла СМС'],
    ['Как изменить телефон, старый номер больше не работает', 'Как изменить почту или телефон'],
    ['апелляция', 'Как подать апелляцию'],
  ] as const)
    expect([letter, (await suggested(letter))[0]]).toEqual([letter, answer])
  expect(await suggested('Не могу загрузить диплом, файл не принимается, пишет')).not.toContain('Эссе')
  for (const letter of [
    'Здравствуйте! Подскажите, пожалуйста, где сейчас проходит ваша выставка',
    'Хочу поблагодарить организаторов, всё понравилось, спасибо большое вам',
    'Мой начальник принимает работу и пишет, что текст плохой',
    'пишет',
  ])
    expect([letter, await suggested(letter)]).toEqual([letter, []])
})
