import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { tracksToChoose } from './tracks-to-choose.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a track has the number of its stages and their first and last dates, by its own dates and without drafts and groups', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 11, day, 7))
  const { code } = await aCompetition(app.db, {
    registration: { type: 'registration', opens_at: at(1) },
    common: { type: 'essay', opens_at: at(5), closes_at: at(9) },
    own: { type: 'form', tracks: ['main'], opens_at: at(7), closes_at: at(20) },
    late: {
      type: 'form',
      opens_at: at(10),
      closes_at: at(12),
      track_windows: JSON.stringify({ main: { closes_at: at(25).toISOString() } }),
    },
    foreign: { type: 'form', tracks: ['other'], opens_at: at(2), closes_at: at(30) },
    draft: { type: 'form', published: false, opens_at: at(3), closes_at: at(31) },
    group: { type: 'group', opens_at: at(2) },
  })
  const [track] = await tracksToChoose(app.db, app.services.seasons, code)
  expect(track).toMatchObject({ stages: 3, opens_at: '2026-12-05 10:00:00', closes_at: '2026-12-25 10:00:00' })
})

test('a track without stages has no dates', async () => {
  const { code } = await aCompetition(app.db, {})
  expect(await tracksToChoose(app.db, app.services.seasons, code)).toMatchObject([
    { stages: 0, opens_at: null, closes_at: null },
  ])
})
