import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { loggedIn } from './logged-in.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
  await loadDemo(app.services)
  token = await loggedIn(app, 'finalist@demo.test')
}, 60_000)
afterAll(() => app.close())

const stagesElsewhere = () =>
  app.db
    .selectFrom('stages')
    .select(['id', 'type', 'code', 'competition_code'])
    .where('competition_code', '!=', 'ru_season_5')
    .where('type', 'in', ['rules', 'form'])
    .execute()

test('R-30 a participant of one competition can write nothing in another', async () => {
  const stages = await stagesElsewhere()
  expect(stages.length).toBeGreaterThan(0)
  const count = async () => (await app.db.selectFrom('hand_ins').select('id').execute()).length
  const before = await count()
  for (const { id, type, code, competition_code: competition } of stages) {
    const answers =
      type === 'rules'
        ? [await app.call('POST /user/rules/:id', { params: { id }, token, body: { status: 'done', version: 1 } })]
        : [
            await app.call('PUT /user/forms/:competition/:form/draft', {
              params: { competition, form: code },
              token,
              body: { data: {} },
            }),
            await app.call('PUT /user/forms/:competition/:form', {
              params: { competition, form: code },
              token,
              body: { data: {}, form_version: 1 },
            }),
          ]
    for (const answer of answers) {
      expect(answer.status, `${competition}/${code} ${answer.text}`).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  }
  expect(await count()).toBe(before)
})

test('R-30 a form is found only under its own competition', async () => {
  const answer = await app.call('GET /user/forms/:competition/:form', {
    params: { competition: 'politleaders_2', form: 'questionnaire' },
    token,
  })
  const own = await app.call('GET /user/forms/:competition/:form', {
    params: { competition: 'ru_season_5', form: 'questionnaire' },
    token,
  })
  expect(own.status).toBe(200)
  if (answer.status === 200) expect(answer.body.stage_id).not.toBe(own.body.stage_id)
  else expect(answer.status).toBe(404)
})
