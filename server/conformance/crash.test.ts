import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aPdf } from '#server/testing/a-pdf.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'

/** `CRASH_KILLS=50 npx vitest run server/conformance/crash` kills as often as security.md requires. */
const kills = Number(process.env.CRASH_KILLS ?? 5)
/** `CRASH_MARKS=1000` saves at least this many marks of judges before the kill. */
const manyMarks = Number(process.env.CRASH_MARKS ?? 200)

const kinds = ['draft', 'notification', 'upload', 'hand-in', 'mark'] as const
type Kind = (typeof kinds)[number]

/**
 * A write that was acknowledged. `missing` looks for it after the kill: null, or a message with what is there instead.
 */
interface Acknowledged {
  kind: Kind
  missing: () => Promise<unknown>
}

let callers = 0
async function call(portal: PortalProcess, path: string, init: RequestInit & { token?: string } = {}) {
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
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const write = (portal: PortalProcess, method: string, path: string, token: string, body: unknown) =>
  call(portal, path, { method, token, body: JSON.stringify(body) })

async function logIn(portal: PortalProcess, username: string): Promise<string> {
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
interface Writer {
  username: string
  token: string
  acknowledged: number
}

async function ready(portal: PortalProcess, username: string): Promise<Writer> {
  const token = await logIn(portal, username)
  const rules = `/user/rules/${await stageOf(portal, token, 'rules')}`
  const { version } = (await call(portal, rules, { token })).body
  await write(portal, 'POST', rules, token, { status: 'done', version })
  return { username, token, acknowledged: 0 }
}

const draftPath = '/user/forms/ru_season_5/questionnaire/draft'
const words = 'решение '.repeat(60).trim()
const person = (number: number) => `demo${String(1 + (number % 200)).padStart(3, '0')}@demo.test`

/** A judge with works to read. The comment of each mark is the next number. */
interface Marker {
  token: string
  readings: number[]
  marks: number
}

async function judge(portal: PortalProcess): Promise<Marker> {
  const token = await logIn(portal, 'assessor@demo.test')
  const { stages } = (await call(portal, '/desk/judging', { token })).body as { stages: { stage_id: number }[] }
  const lists = await Promise.all(stages.map(({ stage_id }) => call(portal, `/desk/judging/${stage_id}`, { token })))
  const readings = lists.flatMap(({ body }) =>
    (body.readings as { reading_id: number }[]).map((each) => each.reading_id),
  )
  return { token, readings, marks: 0 }
}

/** Marks the next work; after the last one, the first again. */
function mark(portal: () => PortalProcess, marker: Marker, tell: (write: Acknowledged) => void) {
  const number = ++marker.marks
  return markOne(portal, { marker, number, reading: marker.readings[number % marker.readings.length] }, tell)
}

async function markOne(
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
async function visit(portal: () => PortalProcess, number: number, tell: (write: Acknowledged) => void) {
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

test(
  'R-59 kills in a stream of drafts, hand-ins, uploads, judges’ marks and read notifications lose no acknowledged write',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-crash-'))
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), TRUST_PROXY: '127.0.0.1' }
    let portal = await startPortal(env)
    const total = new Map<Kind, number>(kinds.map((kind) => [kind, 0]))
    let visitors = 0
    try {
      const writers: Writer[] = []
      for (const username of ['participant@demo.test', person(4)]) writers.push(await ready(portal, username))
      const marker = await judge(portal)
      for (let kill = 0; kill < kills; kill += 1) {
        let going = true
        const acknowledged: Acknowledged[] = []
        const before = writers.map((writer) => writer.acknowledged)
        /** A call that the kill breaks off ends the stream; anything else is a fault. */
        const untilKilled = async (once: () => Promise<void>) => {
          while (going)
            await once().catch((fault) => {
              if (!(fault instanceof TypeError) && !(fault instanceof SyntaxError)) throw fault
              going = false
            })
        }
        const saving = (writer: Writer) =>
          untilKilled(async () => {
            const next = writer.acknowledged + 1
            const saved = await write(portal, 'PUT', draftPath, writer.token, { data: { about: String(next) } })
            expect(saved.status).toBe(200)
            writer.acknowledged = next
          })
        const visiting = () =>
          untilKilled(() =>
            visit(
              () => portal,
              visitors++,
              (each) => acknowledged.push(each),
            ),
          )
        const marking = () =>
          untilKilled(() =>
            mark(
              () => portal,
              marker,
              (each) => acknowledged.push(each),
            ),
          )
        const streams = Promise.all([...writers.map(saving), visiting(), visiting(), marking()])
        streams.catch(() => {})
        // A kill before any write would prove nothing, so this waits, even on a slow machine. Not every visit finds
        // news.
        const wanted = kinds.filter((kind) => kind !== 'draft' && (kind !== 'notification' || total.get(kind) === 0))
        const nothingYet = () =>
          wanted.some((each) => !acknowledged.some(({ kind }) => kind === each)) ||
          writers.some((writer, index) => writer.acknowledged <= (before[index] ?? 0))
        while (going && nothingYet()) await delay(5)
        await delay(150 + Math.random() * 250)
        await portal.kill('SIGKILL')
        going = false
        await streams
        portal = await startPortal(env)
        for (const [index, writer] of writers.entries()) {
          // All kills together can take longer than a token is valid.
          writer.token = await logIn(portal, writer.username)
          expect(writer.acknowledged, 'saves were acknowledged before the kill').toBeGreaterThan(before[index] ?? 0)
          const draft = await call(portal, draftPath, { token: writer.token })
          const kept = Number((draft.body.draft as { about: string }).about)
          // One save may be committed although its answer did not arrive.
          expect([writer.acknowledged, writer.acknowledged + 1]).toContain(kept)
          total.set('draft', (total.get('draft') ?? 0) + writer.acknowledged - (before[index] ?? 0))
          writer.acknowledged = kept
        }
        marker.token = await logIn(portal, 'assessor@demo.test')
        for (const { kind, missing } of acknowledged) {
          expect(await missing()).toBeNull()
          total.set(kind, (total.get(kind) ?? 0) + 1)
        }
      }
      console.log(`${kills} kills, all found: ${[...total].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`)
      for (const [kind, count] of total) expect(count, kind).toBeGreaterThan(0)
    } finally {
      await portal.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  60_000 + kills * 100_000,
)

test(
  'R-59 a kill while marks of judges are saved at many works at once loses none that was acknowledged',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-crash-marks-'))
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), TRUST_PROXY: '127.0.0.1' }
    let portal = await startPortal(env)
    try {
      const marker = await judge(portal)
      let [going, saved] = [true, 0]
      // One stream for each work: the last acknowledged mark must be there.
      const last = new Map<number, Acknowledged>()
      const streams = Promise.all(
        marker.readings.map(async (reading) => {
          for (let number = 1; going; number += 1)
            await markOne(
              () => portal,
              { marker, number, reading },
              (each) => {
                last.set(reading, each)
                saved += 1
              },
            ).catch((fault) => {
              if (!(fault instanceof TypeError) && !(fault instanceof SyntaxError)) throw fault
              going = false
            })
        }),
      )
      streams.catch(() => {})
      while (going && saved < manyMarks) await delay(5)
      await portal.kill('SIGKILL')
      going = false
      await streams
      expect(saved).toBeGreaterThanOrEqual(manyMarks)
      portal = await startPortal(env)
      marker.token = await logIn(portal, 'assessor@demo.test')
      const readings = (await judge(portal)).readings
      expect(readings.toSorted()).toEqual([...new Set(marker.readings)].toSorted())
      for (const { missing } of last.values()) expect(await missing()).toBeNull()
      console.log(`${saved} marks at ${last.size} works before the kill, all found`)
    } finally {
      await portal.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  180_000 + manyMarks * 1_000,
)
