import { BufferSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byteRange } from '#server/platform/http/byte-range.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { aVideoInterview, interviewStart, recording, withoutFfmpeg } from '#server/testing/a-video-interview.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp(withoutFfmpeg)
})
afterAll(() => app.close())

/** A handed-in interview with a judge. */
async function aJudged(settings: Record<string, unknown> = {}, blind = true, recorded = recording.webm) {
  const interview = await aVideoInterview(app, settings)
  const author = await interview.person()
  await author.answerAll(recorded)
  await author.handIn()
  const judge = await anAccount(app)
  const { id: work_id, hand_in_id } = await app.db
    .selectFrom('works')
    .select(['id', 'hand_in_id'])
    .where('account_id', '=', author.id)
    .executeTakeFirstOrThrow()
  const stage_id = interview.stageId
  await app.db.insertInto('account_roles').values({ account_id: judge.id, role: 'assessor' }).execute()
  const duty = { stage_id, account_id: judge.id, duty: 'judge' as const, added_at: interviewStart }
  await app.db.insertInto('stage_staff').values(duty).execute()
  await app.db
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, state: 'reading', blind })
    .execute()
  await app.db
    .insertInto('rubrics')
    .values({ stage_id, version: 1, criteria: '[]', created_at: interviewStart })
    .execute()
  const { id: reading_id } = await app.db
    .insertInto('readings')
    .values({ work_id, judge_id: judge.id, assigned_at: interviewStart })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await sessionOf(app, judge)
  const { lines } = (await app.call('GET /desk/readings/:reading_id', { token, params: { reading_id } })).body
  const file_id = lines[0]?.files?.[0]?.file_id ?? ''
  const params = { reading_id, file_id }
  return {
    ...{ interview, author, judge, token, lines, file_id, reading_id, hand_in_id },
    play: (by = token) => app.call('POST /desk/readings/:reading_id/videos/:file_id', { token: by, params }),
    defect: (reason = 'Нет звука') =>
      app.call('POST /desk/readings/:reading_id/defects', {
        token,
        params: { reading_id },
        body: { question: 1, reason },
      }),
  }
}

/** Only the pictures, as a browser records them where the microphone gives nothing. */
async function withoutSound(recorded: Buffer) {
  const target = new BufferTarget()
  const input = new Input({ source: new BufferSource(recorded), formats: [WEBM] })
  const output = new Output({ format: new WebMOutputFormat(), target })
  await (await Conversion.init({ input, output, audio: { discard: true }, showWarnings: false })).execute()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

const bytes = async (url: string, range?: string) => {
  const answer = await app.fetch(url, range ? { headers: { Range: range } } : {})
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, body }
}

test('KA-07 a judge plays a recording by ranges of bytes next to the rubric; each viewing is logged, and nobody else can play it', async () => {
  const judged = await aJudged()
  expect(judged.lines.map(({ label, files }) => [label, files?.[0]?.name])).toEqual([
    ['Первый тайный вопрос', 'Файл 1.webm'],
    ['Второй тайный вопрос', 'Файл 1.webm'],
  ])
  const { url, download, voice, seconds } = (await judged.play()).body
  expect([download, voice, seconds]).toEqual([false, false, 3])
  const whole = await bytes(url)
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'video/webm',
    'bytes',
  ])
  const part = await bytes(url, 'bytes=100-199')
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.body.length}`])
  expect(part.body.equals(whole.body.subarray(100, 200))).toBe(true)
  const beyond = await bytes(url, `bytes=${whole.body.length}-`)
  expect([beyond.status, JSON.parse(beyond.body.toString()).code]).toEqual([416, 'video_range'])
  expect((await bytes(`${url}?part=download`)).status).toBe(403)
  const outsider = await judged.interview.person()
  expect((await judged.play(outsider.token)).status).toBe(403)
  const viewed = await app.db.selectFrom('audit').selectAll().where('action', '=', 'video_viewed').execute()
  expect(viewed.map(({ actor_id, subject }) => [actor_id, subject])).toEqual([
    [judged.judge.id, `stage:${judged.interview.code}/interview`],
  ])
  const file = { token: judged.token, params: { reading_id: judged.reading_id, file_id: judged.file_id } }
  expect((await app.call('GET /desk/readings/:reading_id/files/:file_id', file)).status).toBe(404)
})

test('KA-07 an address plays only while its login lasts and its judge may read the work', async () => {
  const judged = await aJudged()
  const { url } = (await judged.play()).body
  await app.db.updateTable('readings').set({ abstained: 'Знаю автора' }).where('id', '=', judged.reading_id).execute()
  expect((await bytes(url)).status).toBe(404)
  await app.db.updateTable('readings').set({ abstained: null }).where('id', '=', judged.reading_id).execute()
  expect((await bytes(url)).status).toBe(200)
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: app.clock.now() })
    .where('account_id', '=', judged.judge.id)
    .execute()
  expect((await bytes(url)).status).toBe(404)
  expect((await bytes(`/api/v3/video/${'a'.repeat(43)}`)).status).toBe(404)
})

test('KA-07 where the author is hidden and the stage requires it, a judge hears only the voice; downloads are as the stage allows', async () => {
  const hidden = await aJudged({ voice_only: true })
  const played = (await hidden.play()).body
  expect([played.voice, played.poster]).toEqual([true, null])
  const heard = await bytes(played.url)
  expect([heard.headers.get('content-type'), heard.body.length < recording.webm.length / 2]).toEqual([
    'audio/webm',
    true,
  ])
  const open = await aJudged({ voice_only: true, download: true }, false)
  const seen = (await open.play()).body
  expect([seen.voice, seen.download]).toEqual([false, true])
  const saved = await bytes(`${seen.url}?part=download`)
  expect([saved.status, saved.headers.get('content-disposition')?.startsWith('attachment')]).toEqual([200, true])
})

test('KE-07 a recording without sound whose author is hidden is not played, and the judge reads why', async () => {
  const silent = await withoutSound(recording.webm)
  const { play } = await aJudged({ voice_only: true }, true, silent)
  const refused = await play()
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'video_no_voice' }])
  expect((await (await aJudged({ voice_only: true }, false, silent)).play()).body.voice).toBe(false)
})

test('KA-07 a judge reports a faulty recording to the organiser instead of marking it with a zero, and the author records again', async () => {
  const judged = await aJudged()
  expect((await judged.defect()).status).toBe(204)
  expect((await judged.defect()).text).toContain('video_defect_known')
  const [first] = (await judged.interview.board()).body.takes
  expect([first?.waits, first?.reasons]).toEqual([true, ['Нет звука']])
  expect((await judged.interview.grant(judged.author.testId)).body.returned).toBe(true)
  const author = judged.interview.as((await withNewSession(app, judged.author)).token)
  expect((await author.page()).questions[0]).toMatchObject({ takes_left: 2 })
  const marks = await app.db.selectFrom('readings').select('total').where('id', '=', judged.reading_id).execute()
  expect(marks).toEqual([{ total: null }])
})

test('KA-07 two judges who report one recording at the same time make one request, and its answer gives one take', async () => {
  const judged = await aJudged()
  const held = Promise.withResolvers<void>()
  const holding = app.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('video_questions')
      .select('question')
      .where('account_id', '=', judged.author.id)
      .where('stage_id', '=', judged.interview.stageId)
      .forUpdate()
      .execute()
    await held.promise
  })
  const reports = [judged.defect(), judged.defect('Нет изображения')]
  await untilWaiting(app.db, 2)
  held.resolve()
  await holding
  expect((await Promise.all(reports)).map(({ status }) => status).toSorted()).toEqual([204, 409])
  await judged.interview.grant(judged.author.testId)
  const author = judged.interview.as((await withNewSession(app, judged.author)).token)
  expect((await author.page()).questions[0]).toMatchObject({ takes_left: 2 })
})

test('a range of bytes is read as players write it', () => {
  expect([undefined, 'bytes=-', 'seconds=1-2', 'bytes=0-1,4-5'].map((range) => byteRange(range, 10))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(['bytes=0-', 'bytes=3-20', 'bytes=-4', 'bytes=-40'].map((range) => byteRange(range, 10))).toEqual([
    [0, 9],
    [3, 9],
    [6, 9],
    [0, 9],
  ])
  expect(['bytes=10-', 'bytes=5-4', 'bytes=-0'].map((range) => byteRange(range, 10))).toEqual(['none', 'none', 'none'])
})
