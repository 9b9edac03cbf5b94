import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db.ts'
import { sweepFiles } from '#server/forms/files/sweep-files.ts'
import { stageFiles } from '#server/kinds/held-files.ts'
import { ownDataSources } from '#server/personal-data-hooks.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import {
  aVideoInterview,
  interviewStart,
  questions,
  recording,
  withoutFfmpeg,
} from '#server/testing/a-video-interview.ts'
import { withNewSession } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { removeOldVideos } from './jobs.ts'
import { readVideo } from './read-video.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp(withoutFfmpeg)
})
afterAll(() => app.close())

const minute = 60_000
const day = 24 * 60 * minute
const cut = recording.webm.subarray(0, 12_000)

/** The recording as the portal keeps it, or only its sound. */
async function remuxed(bytes: Buffer, part: 'whole' | 'voice'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'video-'))
  const [path, whole, voice] = ['given', 'whole', 'voice'].map((name) => join(folder, name)) as [string, string, string]
  await writeFile(path, bytes)
  await readVideo({ path, into: { whole, voice } })
  const made = await readFile(part === 'whole' ? whole : voice)
  await rm(folder, { recursive: true })
  return made
}
const voiceOf = (bytes: Buffer) => remuxed(bytes, 'voice')
const wholeOf = (bytes: Buffer) => remuxed(bytes, 'whole')

const stored = (takeId: number) =>
  app.db.selectFrom('video_takes').selectAll().where('id', '=', takeId).executeTakeFirstOrThrow()
const filesOf = (accountId: number) =>
  app.db.selectFrom('files').select('name').where('account_id', '=', accountId).orderBy('name').execute()

test('a person agrees to be recorded, sees one question after the other, records, chooses and hands in', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  expect((await person.ask(1)).body.code).toBe('video_consent_required')
  expect((await person.agree()).body.consent.agreed_at).toBe('2026-11-21 12:00:00')
  expect((await person.ask(2)).body.code).toBe('video_question_order')
  const asked = (await person.ask(1)).body
  expect(asked.questions.map(({ text, think_left }) => [text, think_left])).toEqual([
    ['Первый тайный вопрос', 5],
    [null, 5],
  ])
  expect((await person.ask(2)).body.code).toBe('video_question_order')
  const first = await person.record(1)
  const second = await person.record(1)
  expect((await person.begin(1)).body.code).toBe('video_no_takes')
  expect((await person.page()).questions[0]).toMatchObject({ takes_left: 0, chosen: second })
  await person.choose({ 1: first })
  expect((await person.page()).questions[0]?.chosen).toBe(first)
  const early = await person.handIn()
  expect([early.status, early.body.fields]).toEqual([
    422,
    { 2: { rule: 'required', message: 'На вопрос 2 нет записанного ответа' } },
  ])
  await person.ask(2)
  const third = await person.record(2)
  const done = await person.handIn({ 1: first, 2: third })
  expect(done.body).toMatchObject({ status: 'wait', receipt: { revision: 1 } })
  const work = await app.call('GET /user/stages/:stage_id/work', {
    token: person.token,
    params: { stage_id: interview.stageId },
  })
  expect(work.body.handed_in?.human_readable.map(({ label, value }) => [label, value])).toEqual([
    ['Первый тайный вопрос', 'Видео, 0:03'],
    ['Второй тайный вопрос', 'Видео, 0:03'],
  ])
  expect((await person.begin(1)).body.code).toBe('stage_closed')
})

test('no response contains the text of a question before its time to think begins', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  const everything = async () => {
    const params = { stage_id: interview.stageId }
    const { token } = person
    const answers = [
      await app.call('GET /user/stages/:stage_id/video', { token, params }),
      await app.call('GET /user/stages/:stage_id', { token, params }),
      await app.call('GET /user/stages/:stage_id/work', { token, params }),
      await app.call('GET /user/stages/:stage_id/draft', { token, params }),
      await app.call('GET /user/user-stages', { token, query: { competition_code: interview.code } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    return answers.map(({ text }) => text).join()
  }
  await person.agree()
  expect(await everything()).not.toContain('тайный вопрос')
  await person.ask(1)
  const shown = await everything()
  expect([shown.includes('Первый тайный'), shown.includes('Второй тайный')]).toEqual([true, false])
})

test('the server counts the time to think: it continues while the page is closed, and showing the question again does not restart it', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  app.clock.advance(2000)
  expect((await person.page()).questions[0]?.think_left).toBe(3)
  expect((await person.ask(1)).body.questions[0]?.think_left).toBe(3)
  app.clock.advance(minute)
  expect((await person.page()).questions[0]?.think_left).toBe(0)
})

test('parts are acknowledged by byte and checksum: a repeated part is accepted, a gap or a damaged part names the expected byte', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  const [one, two] = [recording.webm.subarray(0, 5000), recording.webm.subarray(5000, 9000)]
  expect(await person.part(take_id, 0, one)).toMatchObject({
    status: 200,
    body: { received: 5000, state: 'recording' },
  })
  expect(await person.part(take_id, 0, one)).toMatchObject({ status: 200, body: { received: 5000 } })
  const expected = { at_byte: { rule: 'expected', message: '5000' } }
  expect(await person.part(take_id, 9000, two)).toMatchObject({
    status: 409,
    body: { code: 'video_part_gap', fields: expected },
  })
  expect(await person.part(take_id, 5000, two, 'a'.repeat(64))).toMatchObject({
    status: 422,
    body: { code: 'video_part_damaged', fields: expected },
  })
  const both = await Promise.all([person.part(take_id, 5000, two), person.part(take_id, 5000, two)])
  expect(both.map(({ status, body }) => [status, body.received])).toEqual([
    [200, 9000],
    [200, 9000],
  ])
  expect((await stored(take_id)).received).toBe(9000)
  expect(await filesOf(person.id)).toHaveLength(2)
  const stranger = await interview.person()
  expect((await stranger.part(take_id, 9000, two)).body.code).toBe('video_take_not_found')
  expect((await stranger.end(take_id, 9000)).body.code).toBe('video_take_not_found')
  expect((await stranger.viewing(take_id)).body.code).toBe('video_take_not_found')
})

test('other bytes in a range that has arrived are refused, one after another or at once, and the first stay', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  const [one, two] = [recording.webm.subarray(0, 5000), recording.webm.subarray(5000, 9000)]
  const parts = () =>
    app.db
      .selectFrom('video_parts')
      .select(['at_byte', 'size', 'sha256'])
      .where('take_id', '=', take_id)
      .orderBy('at_byte')
      .execute()
  await person.part(take_id, 0, one)
  const before = await parts()
  const differs = (at: number) => ({
    status: 409,
    body: { code: 'video_part_differs', fields: { at_byte: { rule: 'expected', message: String(at) } } },
  })
  expect(await person.part(take_id, 0, Buffer.alloc(one.length, 1))).toMatchObject(differs(5000))
  // A part with the same beginning and another length is another part.
  expect(await person.part(take_id, 0, one.subarray(0, 4000))).toMatchObject(differs(5000))
  expect(await person.part(take_id, 1000, one.subarray(1000))).toMatchObject(differs(5000))
  expect(await person.part(take_id, 0, recording.webm.subarray(0, 9000))).toMatchObject(differs(5000))
  expect(await parts()).toEqual(before)

  const both = await Promise.all([person.part(take_id, 5000, two), person.part(take_id, 5000, Buffer.alloc(4000, 1))])
  expect(both.map(({ status, body }) => (status === 200 ? body.received : body.code)).toSorted()).toEqual([
    9000,
    'video_part_differs',
  ])
  expect(await parts()).toHaveLength(2)
  expect(await filesOf(person.id)).toHaveLength(2)
})

test('a part is kept when the answer of the commit is lost: sent again it is recognised, and the take is whole', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  const [one, two] = [recording.webm.subarray(0, 5000), recording.webm.subarray(5000)]
  const { db } = app.services
  const begin = db.transaction.bind(db)
  const lost = vi.spyOn(db, 'transaction').mockImplementation(() => {
    const begun = begin()
    const execute = begun.execute.bind(begun)
    return Object.assign(begun, {
      async execute(act: Parameters<typeof execute>[0]) {
        const made = await execute(act)
        if (made && typeof made === 'object' && 'received' in made) throw new Error('Connection terminated')
        return made
      },
    })
  })
  try {
    expect((await person.part(take_id, 0, one)).status).toBe(503)
  } finally {
    lost.mockRestore()
  }
  expect(await person.part(take_id, 0, one)).toMatchObject({ status: 200, body: { received: 5000 } })
  await person.part(take_id, 5000, two)
  await person.end(take_id, recording.webm.length)
  await app.work('assemble_take')
  expect(await stored(take_id)).toMatchObject({ state: 'ready', failure: null })
})

test('only a whole take is played: it is assembled once its last byte has come, and then its parts are removed', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  await person.part(take_id, 0, recording.webm.subarray(0, 9000))
  const waiting = (await person.end(take_id, recording.webm.length)).body
  expect(waiting.questions[0]?.takes[0]).toMatchObject({ state: 'uploading', received: 9000, total: 17_008 })
  await app.work('assemble_take')
  expect((await person.viewing(take_id)).body.code).toBe('video_not_ready')
  const last = await person.part(take_id, 9000, recording.webm.subarray(9000))
  expect(last.body.state).toBe('assembling')
  await app.work('assemble_take')
  expect(await stored(take_id)).toMatchObject({
    state: 'ready',
    video_codec: 'vp8',
    audio_codec: 'opus',
    free: false,
  })
  expect((await stored(take_id)).duration_ms).toBeGreaterThan(3000)
  expect(await filesOf(person.id)).toEqual([{ name: 'answer-1.webm' }, { name: 'voice-1.webm' }])
  // Repeated calls are acknowledged and change nothing.
  expect(await person.part(take_id, 0, recording.webm.subarray(0, 9000))).toMatchObject({ status: 200 })
  expect((await person.end(take_id, 5)).status).toBe(200)
  expect((await stored(take_id)).state).toBe('ready')
})

test('a take that breaks off keeps the bytes that have arrived; whether it costs a take is set by the stage', async () => {
  const broken = async (broken_off: string, bytes: typeof recording.webm) => {
    const interview = await aVideoInterview(app, { broken_off })
    const person = await interview.person()
    await person.agree()
    await person.ask(1)
    const take = await stored(await person.record(1, bytes, { broken: true }))
    const { takes_left, chosen } = (await person.page()).questions[0] ?? {}
    return [take.state, takes_left, chosen === take.id]
  }
  expect(await broken('short', cut)).toEqual(['dropped', 2, false])
  expect(await broken('short', recording.webm)).toEqual(['ready', 1, true])
  expect(await broken('never', recording.webm)).toEqual(['ready', 2, true])
  expect(await broken('always', cut)).toEqual(['ready', 1, true])
})

test('KE-07 a take that broke off does not replace a whole one, unless the person chooses it', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const chosen = async () => (await person.page()).questions[0]?.chosen
  const whole = await person.record(1)
  const broken = await person.record(1, recording.webm, { broken: true })
  expect(await stored(broken)).toMatchObject({ state: 'ready', broken: true })
  expect(await chosen()).toBe(whole)
  await person.ask(2)
  const second = await person.record(2)
  app.clock.set(new Date(interviewStart.getTime() + 61 * minute))
  await handInDraftsAtEnd(app.services)
  const { data } = await app.db
    .selectFrom('hand_ins')
    .select('data')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect((data as { answers: { take_id: number }[] }).answers.map(({ take_id }) => take_id)).toEqual([whole, second])
})

test('another take begun during a recording ends it with the bytes that have arrived; nobody records two at once', async () => {
  const interview = await aVideoInterview(app, { broken_off: 'always' })
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const first = (await person.begin(1)).body.take_id
  await person.part(first, 0, cut)
  expect((await person.begin(1)).body.code).toBe('video_take_measured')
  await app.work('assemble_take')
  expect(await stored(first)).toMatchObject({ state: 'ready', broken: true })
  const answers = await Promise.all([person.begin(1), person.begin(1), person.begin(1)])
  const recordingNow = await app.db
    .selectFrom('video_takes')
    .select('id')
    .where('account_id', '=', person.id)
    .where('state', '=', 'recording')
    .execute()
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(recordingNow.length).toBeLessThan(2)
})

test('while no part comes the stage is interrupted, and the person may continue', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  await person.part(take_id, 0, cut)
  expect((await person.stage()).status).toBe('in_progress')
  app.clock.advance(46_000)
  expect(await person.stage()).toMatchObject({
    status: 'interrupted',
    reason: 'Запись прервалась. Её можно продолжить до 21.11.2026 13:00',
  })
  expect((await person.page()).open).toBe(true)
  await person.end(take_id, cut.length, true)
  await app.work('assemble_take')
  expect((await person.stage()).status).toBe('in_progress')
})

test('KE-07 recordings from before the end may arrive after it for the time set by the stage; then complete answers are handed in', async () => {
  const interview = await aVideoInterview(app, { upload_minutes: 30 })
  const [slow, silent, never] = [await interview.person(), await interview.person(), await interview.person()]
  const takes: number[] = []
  for (const person of [slow, silent, never]) {
    await person.agree()
    await person.ask(1)
    await person.record(1)
    await person.ask(2)
    const { take_id } = (await person.begin(2)).body
    takes.push(take_id)
    if (person !== never) await person.part(take_id, 0, recording.webm.subarray(0, 12_000))
    if (person === slow) await person.end(take_id, recording.webm.length)
  }
  app.clock.set(new Date(interviewStart.getTime() + 62 * minute))
  await handInDraftsAtEnd(app.services)
  const again = interview.as((await withNewSession(app, slow)).token)
  expect((await again.stage()).status).toBe('timeover')
  expect((await again.begin(2)).body.code).toBe('stage_closed')
  expect((await again.page()).may_upload).toBe(true)
  expect((await again.part(takes[0] ?? 0, 12_000, recording.webm.subarray(12_000))).status).toBe(200)
  await app.work('assemble_take')
  app.clock.advance(minute)
  await handInDraftsAtEnd(app.services)
  expect((await again.stage()).status).toBe('wait')
  app.clock.set(new Date(interviewStart.getTime() + 91 * minute))
  const late = interview.as((await withNewSession(app, silent)).token)
  expect((await late.part(takes[1] ?? 0, 12_000, recording.webm.subarray(12_000))).body.code).toBe('stage_closed')
  await handInDraftsAtEnd(app.services)
  await app.work('assemble_take')
  app.clock.advance(2 * minute)
  await handInDraftsAtEnd(app.services)
  const handedIn = await app.db
    .selectFrom('hand_ins')
    .select(['account_id', 'by_system', 'data'])
    .where('stage_id', '=', interview.stageId)
    .orderBy('account_id')
    .execute()
  const answered = handedIn.map(({ by_system, data }) => [by_system, (data as { answers: unknown[] }).answers.length])
  // The part of the second take is shorter than three seconds, or there is none.
  expect(answered).toEqual([
    [true, 2],
    [true, 1],
    [true, 1],
  ])
})

test('KE-07 a file instead of a recording is recognised by its bytes: webm and mp4 are accepted; a fake, cut, long or empty one and one without pictures is refused in words', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  expect((await person.upload(recording.webm)).body.code).toBe('video_question_order')
  await person.agree()
  await person.ask(1)
  const codeOf = async (bytes: Buffer) => {
    const { status, body } = await person.upload(bytes)
    return [status, body.code]
  }
  expect(await codeOf(Buffer.from('<html>это не видео</html>'))).toEqual([422, 'video_unreadable'])
  expect(await codeOf(Buffer.alloc(0))).toEqual([422, 'file_empty'])
  expect(await codeOf(recording.mp4.subarray(0, 300))).toEqual([422, 'video_unreadable'])
  expect(await codeOf(await voiceOf(recording.webm))).toEqual([422, 'video_no_picture'])
  const cutShort = Buffer.from(await wholeOf(recording.mp4)).subarray(0, -1000)
  // The index was at the end, so it is cut off.
  expect(await codeOf(cutShort)).toEqual([422, 'video_unreadable'])
  const finished = await wholeOf(recording.webm)
  expect(await codeOf(finished.subarray(0, finished.length / 2))).toEqual([422, 'video_cut'])
  const takes = await app.db.selectFrom('video_takes').select('id').where('account_id', '=', person.id).execute()
  expect(takes).toEqual([])
  expect(await filesOf(person.id)).toEqual([])
  const key = { 'Idempotency-Key': 'file-1' }
  const sent = await person.upload(recording.mp4, '', key)
  expect([sent.status, sent.body.code]).toEqual([201, undefined])
  const repeated = await person.upload(recording.mp4, '', key)
  expect(repeated.body.take_id).toBe(sent.body.take_id)
  expect((await person.upload(recording.webm, '', key)).body.code).toBe('idempotency_mismatch')
  await app.work('assemble_take')
  expect(await stored(Number(sent.body.take_id))).toMatchObject({ state: 'ready', source: 'file', type: 'video/mp4' })
  const quick = await aVideoInterview(app, { questions: [{ ...questions[0], answer_seconds: 3 }] })
  const other = await quick.person()
  await other.agree()
  await other.ask(1)
  // Three seconds, and the tolerance for late recorders.
  expect((await other.upload(recording.webm, `?stage_id=${quick.stageId}&question=1`)).status).toBe(201)
  await app.db.updateTable('video_questions').set({ answer_seconds: 0 }).where('account_id', '=', other.id).execute()
  expect((await other.upload(recording.webm)).body.code).toBe('video_too_long')
})

/** The file with the id of a codec that no browser knows. */
function unknownCodec(bytes: Buffer) {
  const given = Buffer.from(bytes)
  const at = given.indexOf('V_VP')
  expect(at).toBeGreaterThan(0)
  given.write('V_ZZ', at)
  return given
}

test('KE-07 an unknown codec is refused with the supported ones, as a file and as a recording, which costs no take', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  expect(await person.upload(unknownCodec(recording.webm))).toMatchObject({
    status: 422,
    body: { code: 'video_codec_unknown', message: expect.stringContaining('H.264') },
  })
  const takeId = await person.record(1, unknownCodec(recording.webm))
  expect(await stored(takeId)).toMatchObject({ state: 'failed', failure: 'codec' })
  const [first] = (await person.page()).questions
  expect(first?.takes_left).toBe(questions[0]?.takes)
})

test('KE-07 a take is not longer or larger than announced: bytes beyond its end are refused, and a longer take fails in words and costs nothing', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const [one, two] = [recording.webm.subarray(0, 5000), recording.webm.subarray(5000, 9000)]
  const { take_id } = (await person.begin(1)).body
  await person.part(take_id, 0, one)
  expect(await person.end(take_id, 2_000_000_000)).toMatchObject({ status: 413, body: { code: 'video_take_too_big' } })
  await person.end(take_id, 6000)
  expect(await person.part(take_id, 5000, two)).toMatchObject({ status: 413, body: { code: 'video_take_too_big' } })
  await person.part(take_id, 5000, two.subarray(0, 1000))
  expect(await person.part(take_id, 6000, two)).toMatchObject({ status: 409, body: { code: 'video_take_over' } })
  expect(await stored(take_id)).toMatchObject({ received: 6000, total: 6000, state: 'assembling' })

  const other = await interview.person()
  await other.agree()
  await other.ask(1)
  const long = (await other.begin(1)).body.take_id
  await app.db.updateTable('video_takes').set({ max_ms: 1000 }).where('id', '=', long).execute()
  await other.part(long, 0, recording.webm.subarray(0, 6000))
  for (let at = 6000; at < recording.webm.length; at += 6000)
    await other.part(long, at, recording.webm.subarray(at, at + 6000))
  await other.end(long, recording.webm.length)
  await app.work('assemble_take')
  expect(await stored(long)).toMatchObject({ state: 'failed', failure: 'too_long' })
  expect((await other.page()).questions[0]?.takes_left).toBe(questions[0]?.takes)
})

test('KE-07 a recording without a byte is not an answer: this is shown and costs no take', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const { take_id } = (await person.begin(1)).body
  await person.end(take_id, 0)
  await app.work('assemble_take')
  expect(await stored(take_id)).toMatchObject({ state: 'failed', failure: 'empty' })
  const [first] = (await person.page()).questions
  expect(first).toMatchObject({ takes_left: questions[0]?.takes, takes: [{ state: 'failed' }] })
})

test('an upload in pieces can be an answer too, and one that began before the end of the stage is accepted after it', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const handedIn = async () => {
    await handInDraftsAtEnd(app.services)
    return (await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()).length
  }
  const stranger = await interview.person()
  app.clock.advance(55 * minute)
  let { token } = await withNewSession(app, person)
  const { mp4 } = recording
  const place = { purpose: 'video', stage: interview.stageId, field: 'video-1', name: 'ответ.mp4' }
  const begin = async (bytes: Buffer, arrived: number) => {
    const pieces = resumedUploads(app, token)
    const path = await pieces.begun({ size: bytes.length, ...place })
    await pieces.send(path, 0, bytes.subarray(0, arrived))
    return path
  }
  const answer = (path: string, as = token) =>
    app.call('POST /user/uploads/:upload_id/video', {
      token: as,
      params: { upload_id: path.slice(-32) },
      body: { question: 1 },
    })
  const lie = await answer(await begin(Buffer.from('<html>это не видео</html>'), 99))
  expect([lie.status, lie.body.code]).toEqual([422, 'video_unreadable'])
  const path = await begin(mp4, 5000)
  expect((await answer(path)).body.code).toBe('upload_incomplete')
  const other = await withNewSession(app, stranger)
  expect((await answer(path, other.token)).body.code).toBe('upload_not_found')
  app.clock.advance(7 * minute)
  token = (await withNewSession(app, person)).token
  expect(await handedIn()).toBe(0)
  await resumedUploads(app, token).send(path, 5000, mp4.subarray(5000))
  const taken = await answer(path, token)
  expect([taken.status, taken.body.code]).toEqual([201, undefined])
  await app.work('assemble_take')
  expect(await stored(Number(taken.body.take_id))).toMatchObject({ state: 'ready', source: 'file', type: 'video/mp4' })
  app.clock.advance(minute)
  expect(await handedIn()).toBe(1)
  expect(await app.db.selectFrom('uploads').select('id').where('account_id', '=', person.id).execute()).toEqual([])
})

test('KO-07 a defect gives another take with its reason: at once as often as the stage allows, then by an organiser, and a handed-in work goes back', async () => {
  const interview = await aVideoInterview(app, { defect_takes: 1 })
  const person = await interview.person()
  expect((await person.defect(1)).body.code).toBe('video_question_order')
  await person.answerAll()
  await person.record(1)
  expect((await person.page()).questions[0]?.takes_left).toBe(0)
  const first = (await person.defect(1)).body
  expect([first.questions[0]?.takes_left, first.defects_left]).toEqual([1, 0])
  await person.record(1)
  const second = (await person.defect(1, 'Камера погасла')).body
  expect(second.questions[0]).toMatchObject({
    takes_left: 0,
    grants: [
      { reason: 'Пропал звук', granted: true },
      { reason: 'Камера погасла', granted: false },
    ],
  })
  expect((await person.defect(1)).body.code).toBe('video_defect_known')
  await person.handIn()
  const board = (await interview.board()).body
  expect(board.totals).toMatchObject({ people: 1, waiting: 1 })
  expect(board.takes[0]).toMatchObject({ test_id: person.testId, question: 1, waits: true })
  expect((await interview.grant(person.testId)).body).toEqual({ returned: true, extended: false })
  expect(await person.stage()).toMatchObject({ status: 'in_progress' })
  expect((await person.page()).questions[0]?.takes_left).toBe(1)
  expect((await interview.board()).body.totals.waiting).toBe(0)
  expect((await interview.grant(person.testId, '   ')).body.code).toBe('verdict_without_reason')
})

test('two organisers who answer one request at once give one take, and either may give another without a request', async () => {
  const interview = await aVideoInterview(app, { defect_takes: 0 })
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  await person.defect(1)
  const answers = await Promise.all(
    ['Пропал звук', 'Погасла камера'].map((reason) => interview.grant(person.testId, reason, true)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('video_request_answered')
  const before = (await person.page()).questions[0]
  expect(before?.grants).toHaveLength(1)
  expect((await interview.grant(person.testId)).status).toBe(200)
  expect((await person.page()).questions[0]?.takes_left).toBe((before?.takes_left ?? 0) + 1)
})

test('a take given after the end comes with days to record it', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  app.clock.set(new Date(interviewStart.getTime() + 65 * minute))
  await handInDraftsAtEnd(app.services)
  const organiser = await withNewSession(app, interview.organiser)
  const given = await app.call('POST /admin/competitions/:competition/stages/:code/video/takes', {
    token: organiser.token,
    params: interview.place,
    body: { test_id: person.testId, question: 1, reason: 'Сбой на нашей стороне' },
  })
  expect(given.body).toEqual({ returned: false, extended: true })
  const back = interview.as((await withNewSession(app, person)).token)
  expect(await back.stage()).toMatchObject({ status: 'in_progress', end_date: '2026-11-24 13:05:00' })
})

test('KO-07 the technical board names failed, silent, dark and broken takes with the browser and what is missing', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  const junk = (await person.begin(1)).body.take_id
  await person.part(junk, 0, Buffer.from('это не видео'))
  await person.end(junk, Buffer.from('это не видео').length)
  await app.work('assemble_take')
  const quiet = (await person.begin(1)).body.take_id
  await person.part(quiet, 0, recording.webm)
  await person.end(quiet, recording.webm.length, false, { silent: true, dark: true })
  await app.work('assemble_take')
  const arriving = (await person.begin(1)).body.take_id
  await person.part(arriving, 0, cut)
  await person.end(arriving, recording.webm.length)
  const { totals, takes, count } = (await interview.board()).body
  expect(totals).toMatchObject({ takes: 3, failed: 1, silent: 1, dark: 1, arriving: 1, broken: 0, waiting: 0 })
  expect(count).toBe(3)
  expect(takes.map(({ state, failure, silent, missing }) => [state, failure, silent, missing])).toEqual([
    ['uploading', null, false, recording.webm.length - cut.length],
    ['ready', null, true, 0],
    ['failed', 'Файл повреждён, или это не видео webm и не mp4', false, 0],
  ])
  // A failed take costs nothing.
  expect((await person.page()).questions[0]?.takes_left).toBe(0)
  expect((await interview.board(true)).body.count).toBe(3)
})

test('KO-07 the board shows until when recordings are kept; when their time is over they are removed, and only their rows stay', async () => {
  const interview = await aVideoInterview(app, { retention_days: 30 })
  const person = await interview.person()
  const [take = 0] = await person.answerAll()
  await person.handIn()
  await sweepFiles(app.services, stageFiles)
  const { kept_until: until, totals } = (await interview.board()).body
  const kept = Number(parseWire(until ?? '')) - app.clock.now().getTime()
  expect(Math.abs(kept - 30 * day)).toBeLessThan(day)
  expect(totals.bytes).toBeGreaterThan(0)
  app.clock.advance(29 * day)
  expect(await removeOldVideos(app.services)).toBe(0)
  app.clock.advance(2 * day)
  expect(await removeOldVideos(app.services)).toBeGreaterThanOrEqual(2)
  expect(await filesOf(person.id)).toEqual([])
  const again = interview.as((await withNewSession(app, person)).token)
  expect((await again.viewing(take)).body.code).toBe('video_removed')
})

test('the sweep of files keeps parts of a take that is still arriving and takes that were never handed in', async () => {
  const interview = await aVideoInterview(app)
  const person = await interview.person()
  await person.agree()
  await person.ask(1)
  await person.record(1)
  const { take_id } = (await person.begin(1)).body
  await person.part(take_id, 0, cut)
  const before = await filesOf(person.id)
  for (const days of [2, 4, 6]) {
    app.clock.set(new Date(Date.now() + days * day))
    await sweepFiles(app.services, stageFiles)
  }
  expect(await filesOf(person.id)).toEqual(before)
  const [own] = await Promise.all(
    ownDataSources
      .filter(({ name }) => name === 'video_interviews')
      .map(({ read }) => read(app.db, person.id, app.services)),
  )
  expect(own?.flatMap(({ lines }) => lines.map(([label]) => label))).toEqual([
    'Этап',
    'Согласие на видеозапись',
    'Текст',
    'Этап',
    'Вопрос',
    'Показан',
    'Попытка',
    'Попытка',
  ])
  expect(JSON.stringify(own)).not.toContain('Второй тайный')
})

test('TW-14 one part of a recording that comes twice at once is kept once, and none is added to a take that ends meanwhile', async () => {
  const person = await (await aVideoInterview(app)).person()
  await person.agree()
  await person.ask(1)
  const take = (await person.begin(1)).body.take_id
  const lock = (tx: Tx) => sql`select from video_takes where id = ${take} for update`.execute(tx)
  const [one, two] = [recording.webm.subarray(0, 4000), recording.webm.subarray(4000, 8000)]
  const twice = await meetInOrder(app.db, {
    lock,
    call: () => Promise.all([person.part(take, 0, one), person.part(take, 0, one)]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(twice.map(({ status, body }) => [status, (body as { received?: number }).received])).toEqual([
    [200, one.length],
    [200, one.length],
  ])
  expect(await filesOf(person.id)).toHaveLength(1)
  const late = await meetInOrder(app.db, {
    lock,
    call: () => person.part(take, one.length, two),
    meanwhile: (tx) =>
      sql`update video_takes set state = 'assembling', total = received, broken = true where id = ${take}`.execute(tx),
  })
  expect((late.body as { code?: string }).code).toBe('video_take_over')
  expect(await filesOf(person.id)).toHaveLength(1)
})
