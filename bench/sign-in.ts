// Sign-ins per second compared with the bare password hash, measured in turn in one run. A bare server that signs in
// with two statements shows how near to the hash a server can come on this machine.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { readConfig } from '#server/platform/config/config.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { median } from './largest-paint.ts'
import { portalDatabase } from './portal-database.ts'
import { processorTime } from './processor-time.ts'
import { waitForAnswer } from './wait-for-answer.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const atOnce = 16
const limit = 0.9
const password = 'Demo-Leader-2026'

/** People with one password. Nobody signs in twice at the same time. */
async function people(env: { DATA_DIR: string; PORT: string }, count: number): Promise<string[]> {
  const { dataDir } = readConfig(env)
  const { db, close } = portalDatabase(dataDir)
  const password_hash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const emails = Array.from({ length: count }, (_, number) => `signs-in${number}@bench.test`)
  const rows = emails.map((email) => ({ email, password_hash, created_at: new Date() }))
  await db.insertInto('accounts').values(rows).execute()
  await close()
  return emails
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
let households = 0
/** Each person has one device, because a sign-in on another sends a letter. */
const devices = new Map<string, string>()

/** Every call has its own client address, because sign-ins per address are limited. */
function signIn(address: string, email: string): Promise<number> {
  households += 1
  const body = JSON.stringify({ username: email, password })
  const from = `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`
  return new Promise((resolve, reject) => {
    const call = request(address, {
      agent,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'X-Forwarded-For': from,
        Cookie: devices.get(email) ?? '',
      },
    })
    call.on('response', (answer) => {
      const device = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('device='))
      if (device) devices.set(email, device.split(';')[0] ?? '')
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function signIns(
  addressOf: (at: number) => string,
  emails: readonly string[],
): Promise<{ perSecond: number; failed: number }> {
  let [done, failed, next] = [0, 0, 0]
  const began = performance.now()
  const person = async () => {
    while (performance.now() - began < seconds * 1000) {
      const at = next++ % emails.length
      const status = await signIn(addressOf(at), emails[at] ?? '')
      if (status === 200) done += 1
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  return { perSecond: (done * 1000) / (performance.now() - began), failed }
}

const directory = mkdtempSync(join(tmpdir(), 'portal-sign-in-'))
const raw = fork('bench/raw-argon2.ts')
const barePort = String(await freePort())
let bare: ReturnType<typeof spawn> | undefined
try {
  await once(raw, 'message')
  const env = { DATA_DIR: join(directory, 'data'), PORT: String(await freePort()), TRUST_PROXY: 'loopback' }
  const portal = await startPortal(env)
  const emails = await people(env, 400)
  bare = spawn(process.execPath, ['bench/bare-works.ts'], {
    env: { ...process.env, ...env, PORT: barePort },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForAnswer(`http://127.0.0.1:${barePort}/1/2`)
  const login = () => `${portal.url}/api/v3/auth/login`
  await signIns(login, emails)
  const measured: {
    floor: number
    bareServer: number
    ours: number
    hashMs: number
    ownMs: number
    databaseMs: number
  }[] = []
  let failures = 0
  for (let round = 0; round < rounds; round += 1) {
    const idle = processorTime(raw.pid ?? 0).own
    raw.send(seconds)
    const [floor] = (await once(raw, 'message')) as [number]
    const hashMs = (processorTime(raw.pid ?? 0).own - idle) / (floor * seconds)
    const { perSecond: bareServer } = await signIns((at) => `http://127.0.0.1:${barePort}/${at + 1}`, emails)
    const before = processorTime(portal.child.pid ?? 0)
    const { perSecond, failed } = await signIns(login, emails)
    const after = processorTime(portal.child.pid ?? 0)
    const each = (one: 'own' | 'others') => (after[one] - before[one]) / (perSecond * seconds)
    measured.push({ floor, bareServer, ours: perSecond, hashMs, ownMs: each('own'), databaseMs: each('others') })
    failures += failed
  }
  const middle = (name: (row: (typeof measured)[number]) => number) => median(measured.map(name))
  const share = middle(({ floor, ours }) => ours / floor)
  console.log(`\nargon2id alone ${middle(({ floor }) => floor).toFixed(0)} a second, in turn with sign-ins`)
  console.log(`sign-ins ${middle(({ ours }) => ours).toFixed(0)} a second, ${failures} failed`)
  const ofBare = middle(({ bareServer, ours }) => ours / bareServer)
  console.log(
    `a bare server with one select, the hash and one insert ${middle(({ bareServer }) => bareServer).toFixed(0)} a second, ${middle(({ floor, bareServer }) => bareServer / floor).toFixed(2)} of the hash alone; the portal does ${ofBare.toFixed(2)} of it`,
  )
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(
    `processor time: the hash alone ${ms(middle(({ hashMs }) => hashMs))}, a sign-in with its hash ${ms(middle(({ ownMs }) => ownMs))} and ${ms(middle(({ databaseMs }) => databaseMs))} in the database`,
  )
  console.log(`that is ${share.toFixed(2)} of the hash alone (median of ${rounds} rounds); the limit is ≥ ${limit}`)
  await portal.kill('SIGTERM')
  process.exitCode = share >= limit && failures === 0 ? 0 : 1
} finally {
  agent.destroy()
  raw.kill()
  bare?.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
