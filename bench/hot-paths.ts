// The tree, an autosave and a hand-in compared with a bare server on the same database. They run in turn, with
// different people.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { type CallToMake, type Driven, drive } from './drive.ts'
import { participants } from './participants.ts'
import { waitForAnswer } from './wait-for-answer.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 3
/** Measures only the paths whose name begins with this. */
const only = process.env.BENCH_ONLY ?? ''
/** A person can hand in only once, so each hand-in needs a new person. */
const peopleForHandIns = 9000
const directory = mkdtempSync(join(tmpdir(), 'portal-hot-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const barePort = String(await freePort())

const twelveFields = {
  region: { id: '77', value: 'Москва' },
  city: { id: '77-moscow', value: 'Москва' },
  about: 'Руковожу службой эксплуатации. '.repeat(8),
  second_email: 'vtoraya@bench.test',
  education_level: 'specialist',
  education_place: 'Московский технический университет',
  education_year: '2009',
  has_degree: false,
  works_now: true,
  jobs: [{ organization: 'Завод', position: 'Начальник цеха', start: '2015-03-01', current: true }],
  heard_from: 'friends',
  goal: 'Хочу проверить себя и найти людей, с которыми можно менять отрасль. '.repeat(3),
}
const essay = { text: 'Однажды мне пришлось принять решение, которое не понравилось никому. '.repeat(30) }

const portal = await startPortal(env)
const bare = spawn(process.execPath, ['bench/bare-works.ts'], {
  env: { ...process.env, DATA_DIR: env.DATA_DIR, PORT: barePort },
  stdio: ['ignore', 'ignore', 'inherit'],
})

try {
  const { tokens, stages, postmaster } = await participants(env, peopleForHandIns)
  const api = `${portal.url}/api/v3`
  const bareUrl = `http://127.0.0.1:${barePort}`
  await waitForAnswer(`${bareUrl}/1/2`)

  const treeUrl = `${api}/user/user-stages?competition_code=ru_season_5`
  const first = await fetch(treeUrl, { headers: { 'X-Token': tokens[0] ?? '' } })
  const treeBytes = (await first.arrayBuffer()).byteLength
  const json = { 'Content-Type': 'application/json' }
  const some = tokens.slice(0, 400)
  const again = (calls: CallToMake[]) => Array.from({ length: 200 }, () => calls).flat()
  const paths = [
    {
      name: `tree, ${treeBytes} bytes`,
      limit: 0.5,
      ours: again(some.map((token) => ({ url: treeUrl, method: 'GET', headers: { 'X-Token': token } }))),
      bare: again(some.map((_token, at) => ({ url: `${bareUrl}/${at + 1}/${treeBytes}`, method: 'GET', headers: {} }))),
    },
    {
      name: 'autosave of 12 fields',
      limit: 0.5,
      ours: again(
        some.map((token) => ({
          url: `${api}/user/stages/${stages.questionnaire}/draft`,
          method: 'PUT',
          headers: { ...json, 'X-Token': token },
          body: JSON.stringify({ data: twelveFields }),
        })),
      ),
      bare: again(
        some.map((_token, at) => ({
          url: `${bareUrl}/${at + 1}`,
          method: 'PUT',
          headers: json,
          body: JSON.stringify(twelveFields),
        })),
      ),
    },
    {
      name: 'hand-in of an essay',
      limit: 0.3,
      ours: tokens.map((token, at) => ({
        url: `${api}/user/stages/${stages.essay}/answer`,
        method: 'PUT',
        headers: { ...json, 'X-Token': token, 'Idempotency-Key': `bench-${at}` },
        body: JSON.stringify({ data: essay }),
      })),
      bare: tokens.map((_token, at) => ({
        url: `${bareUrl}/${at + 1}`,
        method: 'PUT',
        headers: json,
        body: JSON.stringify(essay),
      })),
    },
  ] satisfies { name: string; limit: number; ours: CallToMake[]; bare: CallToMake[] }[]

  const aTree = ({ headers }: CallToMake): CallToMake => ({ url: treeUrl, method: 'GET', headers })
  const aDraft = ({ headers }: CallToMake): CallToMake => ({
    url: `${api}/user/stages/${stages.essay}/draft`,
    method: 'PUT',
    headers,
    body: JSON.stringify({ data: essay }),
  })

  let holds = true
  console.log(`\n${tokens.length} people; processor milliseconds a request, Node + PostgreSQL`)
  for (const { name, limit, ours, bare: floor } of paths.filter((path) => path.name.startsWith(only))) {
    let unused = ours
    for (const connections of [16, 64]) {
      const how = { connections, seconds: seconds / 2, postmaster }
      const pairs: { bare: Driven; ours: Driven }[] = []
      const warm = await drive(unused.slice(0, 400), { ...how, node: portal.child.pid ?? 0 })
      // The people of the warm-up cannot hand in again.
      const usedUp = ours.length === tokens.length
      if (usedUp) unused = unused.slice(400)
      for (let round = 0; round < rounds; round += 1) {
        const bareRound = await drive(floor, { ...how, node: bare.pid ?? 0 })
        const share = usedUp ? unused.splice(0, 1300) : unused
        // Before handing in, people open their path and save a draft.
        for (const before of usedUp ? [aDraft, aTree] : [])
          await drive(share.map(before), { ...how, seconds: 60, node: portal.child.pid ?? 0 })
        pairs.push({ bare: bareRound, ours: await drive(share, { ...how, node: portal.child.pid ?? 0 }) })
      }
      const middle = pairs.toSorted((one, other) => rate(one) - rate(other))[Math.floor(rounds / 2)]
      if (!middle) continue
      const failed = warm.failed + pairs.reduce((sum, pair) => sum + pair.ours.failed + pair.bare.failed, 0)
      holds &&= rate(middle) >= limit && failed === 0
      console.log(`\n${name}, ${connections} connections`)
      console.log(`  bare   ${inWords(middle.bare)}`)
      console.log(`  portal ${inWords(middle.ours)}`)
      console.log(`  ${rate(middle).toFixed(2)} of the bare server's requests; the limit is ${limit}; ${failed} failed`)
    }
  }
  process.exitCode = holds ? 0 : 1
} finally {
  bare.kill('SIGTERM')
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

function rate({ bare, ours }: { bare: Driven; ours: Driven }): number {
  return ours.perSecond / bare.perSecond
}

function inWords({ perSecond, nodeMs, postgresMs }: Driven): string {
  const total = (nodeMs + postgresMs).toFixed(2)
  return `${perSecond.toFixed(0).padStart(6)} a second, ${nodeMs.toFixed(2)} + ${postgresMs.toFixed(2)} = ${total} ms`
}
