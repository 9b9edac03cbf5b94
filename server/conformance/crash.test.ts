import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import {
  type Acknowledged,
  call,
  draftPath,
  judge,
  type Kind,
  kinds,
  logIn,
  mark,
  markOne,
  person,
  ready,
  visit,
  type Writer,
  write,
} from './visits.ts'

/** `CRASH_KILLS=50 npx vitest run server/conformance/crash` kills as often as security.md requires. */
const kills = Number(process.env.CRASH_KILLS ?? 5)
/** `CRASH_MARKS=1000` saves at least this many marks of judges before the kill. */
const manyMarks = Number(process.env.CRASH_MARKS ?? 200)

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
