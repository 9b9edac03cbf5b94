import { expect } from 'vitest'
import { aPdf } from '#server/testing/a-pdf.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'

export const kinds = ['draft', 'notification', 'upload', 'hand-in', 'mark'] as const
export type Kind = (typeof kinds)[number]

/**
 * A write that was acknowledged. `missing` looks for it after the kill: null, or a message with what is there instead.
 */
export interface Acknowledged {
  kind: Kind
  missing: () => Promise<unknown>
}

/** The portal answers, but cannot reach its database. */
export class Unavailable extends Error {}

let callers = 0
export async function call(portal: PortalProcess, path: string, init: RequestInit & { token?: string } = {}) {
  const { token, headers, ...rest } = init
  callers += 1
  const answer = await fetch(`${portal.url}/api/v3${path}`, {
    ...rest,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.7.${(callers >> 8) & 255}.${callers & 255}`,
      ...(token ? { 'X-Token': token } : {}),
      ...headers,
    },
  })
  const text = await answer.text()
  if (answer.status === 503) throw new Unavailable(`${path} ${answer.headers.get('retry-after')}`)
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown> }
}
export const write = (portal: PortalProcess, method: string, path: string, token: string, body: unknown) =>
  call(portal, path, { method, token, body: JSON.stringify(body) })

export async function logIn(portal: PortalProcess, username: string): Promise<string> {
  const body = { username, password: 'Demo-Leader-2026' }
  return String((await write(portal, 'POST', '/auth/login', '', body)).body.access_token)
}

interface Stage {
  type: string
  stage_id: number
  childs: Stage[]
}
async function stageOf(portal: PortalProcess, token: string, type: string): Promise<number> {
  const tree = await call(portal, '/user/user-stages?competition_code=ru_season_5', { token })
  const flat = (tree.body.stages as Stage[]).flatMap((stage) => [stage, ...stage.childs])
  return flat.find((stage) => stage.type === type)?.stage_id ?? 0
}

/** A person who saves the draft of their form repeatedly, each time with the next number. */
export interface Writer {
  username: string
  token: string
  acknowledged: number
}

export async function ready(portal: PortalProcess, username: string): Promise<Writer> {
  const token = await logIn(portal, username)
  const rules = `/user/rules/${await stageOf(portal, token, 'rules')}`
  const { version } = (await call(portal, rules, { token })).body
  await write(portal, 'POST', rules, token, { status: 'done', version })
  return { username, token, acknowledged: 0 }
}

export const draftPath = '/user/forms/ru_season_5/questionnaire/draft'
const words = 'решение '.repeat(60).trim()
export const person = (number: number) => `demo${String(1 + (number % 200)).padStart(3, '0')}@demo.test`

/** A judge with works to read. The comment of each mark is the next number. */
interface Marker {
  token: string
  readings: number[]
  marks: number
}

export async function judge(portal: PortalProcess): Promise<Marker> {
  const token = await logIn(portal, 'assessor@demo.test')
  const { stages } = (await call(portal, '/desk/judging', { token })).body as { stages: { stage_id: number }[] }
  const lists = await Promise.all(stages.map(({ stage_id }) => call(portal, `/desk/judging/${stage_id}`, { token })))
  const readings = lists.flatMap(({ body }) =>
    (body.readings as { reading_id: number }[]).map((each) => each.reading_id),
  )
  return { token, readings, marks: 0 }
}

/** Marks the next work; after the last one, the first again. */
export function mark(portal: () => PortalProcess, marker: Marker, tell: (write: Acknowledged) => void) {
  const number = ++marker.marks
  return markOne(portal, { marker, number, reading: marker.readings[number % marker.readings.length] }, tell)
}

export async function markOne(
  portal: () => PortalProcess,
  { marker, number, reading }: { marker: Marker; number: number; reading: number | undefined },
  tell: (write: Acknowledged) => void,
) {
  const { token } = marker
  const path = `/desk/readings/${reading}`
  const { hand_in, rubric } = (await call(portal(), path, { token })).body as {
    hand_in: number
    rubric: { version: number; criteria: { code: string; max: number }[] }
  }
  const marks = Object.fromEntries(rubric.criteria.map(({ code, max }) => [code, number % (max + 1)]))
  const body = { hand_in, rubric_version: rubric.version, marks, comment: String(number), note: '', spent: number }
  const done = await write(portal(), 'POST', `${path}/marks`, token, body)
  expect(done.status, done.text).toBe(200)
  const missing = async () => {
    const typed = (await call(portal(), path, { token: marker.token })).body.typed as { comment: string }
    return Number(typed.comment) >= number ? null : `${path} has the mark ${typed.comment} instead of ${number}`
  }
  tell({ kind: 'mark', missing })
}

/**
 * One person's visit: reads news, uploads a file and hands in the essay. Reports each write once it is acknowledged.
 */
export async function visit(portal: () => PortalProcess, number: number, tell: (write: Acknowledged) => void) {
  const token = await logIn(portal(), person(number))
  const find = (path: string) => call(portal(), path, { token })
  const unread = async () => (await find('/user/notifications?status=unread')).body.notifications as { id: number }[]

  const reading = async () => {
    for (const { id } of await unread()) {
      expect((await write(portal(), 'PATCH', `/user/notifications/${id}`, token, { status: 'read' })).status).toBe(200)
      const isUnread = async () => (await unread()).some((each) => each.id === id)
      tell({ kind: 'notification', missing: async () => ((await isUnread()) ? `${id} is unread` : null) })
    }
  }
  const uploading = async () => {
    const bytes = aPdf({ words: `${number} ${Math.random()}` }).toString()
    const body = new Uint8Array(multipartBody(Buffer.from(bytes)))
    const headers = { 'Content-Type': multipartType }
    const sent = await call(portal(), '/user/files?purpose=file', { method: 'POST', token, headers, body })
    expect(sent.status).toBe(201)
    const missing = async () => {
      const found = await find(`/user/files/${sent.body.file_id}`)
      return found.status === 200 && found.text === bytes ? null : `${found.status} ${found.text}`
    }
    tell({ kind: 'upload', missing })
  }
  const handingIn = async () => {
    const stage = await stageOf(portal(), token, 'essay')
    // A supporter has no stages.
    if (stage === 0) return
    const essay = `/user/stages/${stage}`
    const handed = await write(portal(), 'PUT', `${essay}/answer`, token, { data: { text: words } })
    // Not all people of the demo have reached the essay.
    if (handed.status === 409 || handed.status === 403) return
    expect(handed.status, handed.text).toBe(200)
    const receipt = (handed.body.receipt as { number: string }).number
    const missing = async () => {
      const found = await find(essay)
      return found.text.includes(receipt) ? null : `${found.status} instead of the receipt ${receipt}`
    }
    tell({ kind: 'hand-in', missing })
  }
  const done = await Promise.allSettled([reading(), uploading(), handingIn()])
  for (const each of done) if (each.status === 'rejected') throw each.reason
}
