import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { aCompetition, aPerson } from './a-competition.ts'
import { anAccount, sessionOf } from './an-account.ts'
import { multipartBody, multipartType } from './multipart.ts'
import type { TestApp } from './test-app.ts'

/** Recordings are kept as they were recorded, even if the machine has ffmpeg. */
export const withoutFfmpeg = { env: { FFMPEG: '/no/such/ffmpeg' } }

/** A recording of three seconds as a browser makes it: without a duration, cut into clusters. */
export const recording = {
  webm: readFileSync(new URL('./recording.webm', import.meta.url)),
  mp4: readFileSync(new URL('./recording.mp4', import.meta.url)),
}

export const interviewStart = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000

const question = (text: string) => ({ text, think_seconds: 5, answer_seconds: 5, takes: 2 })
export const questions = [question('Первый тайный вопрос'), question('Второй тайный вопрос')]

/** An open video interview of two questions with its organiser; it ends in an hour. */
export async function aVideoInterview(
  app: TestApp,
  settings: Record<string, unknown> = {},
  more: { closes_at?: Date } = {},
) {
  app.clock.set(interviewStart)
  const { code, stageIds } = await aCompetition(app.db, {
    interview: {
      type: 'videointerview',
      closes_at: more.closes_at ?? new Date(interviewStart.getTime() + hour),
      submit_draft_at_end: true,
      settings: { questions, ...settings },
    },
  })
  const organiser = await anAccount(app, { isDemo: true })
  for (const flag of ['assessment', 'competitions'] as const)
    await app.db.insertInto('admin_flags').values({ account_id: organiser.id, flag, competition_code: code }).execute()
  const { token } = await sessionOf(app, organiser)
  const place = { competition: code, code: 'interview' }
  return {
    code,
    stageId: stageIds.interview,
    organiser,
    token,
    place,
    person: async () => {
      const person = await aPerson(app, code)
      return { ...person, ...interviewCalls(app, person.token, stageIds.interview) }
    },
    as: (other: string) => interviewCalls(app, other, stageIds.interview),
    board: (all = false) =>
      app.call('GET /admin/competitions/:competition/stages/:code/video', { token, params: place, query: { all } }),
    grant: (test_id: number, reason = 'Камера отключилась', answers_request = false) =>
      app.call('POST /admin/competitions/:competition/stages/:code/video/takes', {
        token,
        params: place,
        body: { test_id, question: 1, reason, answers_request },
      }),
  }
}

/** The calls of a person in the interview. */
export function interviewCalls(app: TestApp, token: string, stageId: number) {
  const params = { stage_id: stageId }
  const agree = { token, params, body: { agree: true as const } }
  const calls = {
    page: async () => (await app.call('GET /user/stages/:stage_id/video', { token, params })).body,
    stage: async () => (await app.call('GET /user/stages/:stage_id', { token, params })).body,
    agree: () => app.call('POST /user/stages/:stage_id/video/consent', agree),
    ask: (question: number) =>
      app.call('POST /user/stages/:stage_id/video/questions/:question', { token, params: { ...params, question } }),
    begin: (question: number, type: 'video/webm' | 'video/mp4' = 'video/webm') =>
      app.call('POST /user/stages/:stage_id/video/questions/:question/takes', {
        token,
        params: { ...params, question },
        body: { type },
      }),
    defect: (question: number, reason = 'Пропал звук') =>
      app.call('POST /user/stages/:stage_id/video/questions/:question/defect', {
        token,
        params: { ...params, question },
        body: { reason },
      }),
    async part(takeId: number, atByte: number, bytes: Buffer, sha256 = hashOf(bytes)) {
      const address = `/api/v3/user/video/${takeId}/parts?at_byte=${atByte}&sha256=${sha256}`
      return sent(app, 'PUT', address, token, bytes)
    },
    end: (takeId: number, total: number, broken = false, noticed: { silent?: boolean; dark?: boolean } = {}) =>
      app.call('POST /user/video/:take_id/end', {
        token,
        params: { take_id: takeId },
        body: { total, broken, ...noticed },
      }),
    upload: (bytes: Buffer, search = '', headers: Record<string, string> = {}) =>
      sent(app, 'POST', `/api/v3/user/video${search}`, token, bytes, headers),
    handIn: (chosen: Record<string, number> = {}) =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data: { chosen } } }),
    choose: (chosen: Record<string, number>) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data: { chosen } } }),
    viewing: (takeId: number) => app.call('POST /user/video/:take_id/viewing', { token, params: { take_id: takeId } }),
    /** Records an answer from the first byte to the last; the job puts it together. */
    async record(question: number, bytes = recording.webm, { broken = false } = {}) {
      const { take_id } = (await calls.begin(question)).body
      for (let at = 0; at < bytes.length; at += 6000) await calls.part(take_id, at, bytes.subarray(at, at + 6000))
      await calls.end(take_id, bytes.length, broken)
      await app.work('assemble_take')
      return take_id
    },
    /** All steps before the hand-in. */
    async answerAll(recorded = recording.webm) {
      await calls.agree()
      const takes: number[] = []
      for (const { question } of (await calls.page()).questions) {
        await calls.ask(question)
        takes.push(await calls.record(question, recorded))
      }
      return takes
    },
  }
  return calls
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function sent(
  app: TestApp,
  method: string,
  path: string,
  token: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
) {
  const answer = await app.fetch(path, {
    method,
    headers: { 'X-Token': token, 'Content-Type': multipartType, ...headers },
    body: new Uint8Array(multipartBody(bytes, 'video.webm')),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> & { [name: string]: unknown } }
}
