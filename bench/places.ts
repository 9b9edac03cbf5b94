// 200 people request one last place at the same moment: of a team, a slot, a track, a mentor, and the last use of an
// invitation. Exactly as many as allowed get in, all others get the reason, and nobody waits longer than the limit.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config/config.ts'
import { answerToken } from '#server/programme/mentors/answer-link.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'
import { processorTime } from './processor-time.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 200)
const rounds = 3
/** How many people load their pages at the same time before the race. */
const visitors = 8
const limit = 1000
const competition_code = 'all_kinds'
let clients = 0
const directory = mkdtempSync(join(tmpdir(), 'portal-places-'))
// This machine counts as a proxy, so that each person who answers from a letter can have an address of their own.
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()), TRUST_PROXY: '127.0.0.1' }
const agent = new Agent({ keepAlive: true, maxSockets: people })
const portal = await startPortal(env)
const config = readConfig(env)
const { db, close } = portalDatabase(config.dataDir)

interface Call {
  method: string
  path: string
  token?: string | undefined
  body?: object
}
interface Race {
  /** The page that a person has opened before requesting the place. */
  page(person: Person): Call
  ask(person: Person): Call
  /** The refusal code for people who are too late. */
  late: string
  /** The number of people who got in, from the database. */
  inside(): Promise<number>
}
interface Person {
  id: number
  token: string
}

try {
  const races = { team: lastOfTeam, use: lastUse, slot: lastOfSlot, track: lastOfTrack, mentor: lastOfMentor }
  const names = Object.keys(races).length
  const { tokens, stages, postmaster } = await participants(env, names * rounds * (people + 1), {
    ...{ competition: competition_code, track: 'main', passed: ['registration', 'rules'] },
  })
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', '%@bench.test')
    .orderBy('id')
    .execute()
  const all = accounts.map(({ id }, at) => ({ id, token: tokens[at] ?? '' }))
  let holds = true
  console.log(`${people} people ask for one place at once; the limit for each answer is ≤ ${limit} ms`)
  for (const [name, race] of Object.entries(races))
    for (let round = 0; round < rounds; round += 1) {
      const [host = { id: 0, token: '' }, ...crowd] = all.splice(0, people + 1)
      const { page, ask, late, inside } = await race(stages, host, crowd)
      await inTurn(crowd, (person) => json(page(person)))
      const floor = longestOf(await Promise.all(crowd.map(() => send({ method: 'GET', path: '/ready' }))))
      const before = spent(postmaster)
      const answers = await Promise.all(crowd.map((person) => patient(ask(person))))
      const after = spent(postmaster)
      const [node, postgres] = [after.node - before.node, after.postgres - before.postgres].map((ms) => ms / people)
      const won = answers.filter(({ status }) => status < 300).length
      const refused = answers.filter(({ code }) => code === late).length
      const taken = await inside()
      const right = won === 1 && taken === 1 && refused === people - 1
      const longest = longestOf(answers)
      console.log(
        `${name}: ${won} got in, ${refused} were told ${late}; the last answer after ${longest.toFixed(0)} ms (select 1 for as many: ${floor.toFixed(0)} ms), ${node?.toFixed(1)} + ${postgres?.toFixed(1)} ms of the processor each, Node + PostgreSQL`,
      )
      if (!right) console.log(`${name}: ${taken} inside; ${JSON.stringify(counted(answers))}`)
      if (!right || longest > limit) holds = false
    }
  if (!holds) process.exitCode = 1
} finally {
  agent.destroy()
  await close()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

type Stages = Record<string, number>

function longestOf(answers: readonly { ms: number }[]): number {
  return Math.max(...answers.map(({ ms }) => ms))
}

/** Processor time in milliseconds, which does not depend on other programs of the machine. */
function spent(postmaster: number): { node: number; postgres: number } {
  const postgres = processorTime(postmaster)
  return { node: processorTime(portal.child.pid ?? 0).own, postgres: postgres.own + postgres.others }
}

async function inTurn(crowd: readonly Person[], act: (person: Person) => Promise<unknown>): Promise<void> {
  const left = [...crowd]
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      for (let person = left.pop(); person; person = left.pop()) await act(person)
    }),
  )
}

/** Repeats a call that an overloaded portal refuses with 503, as pages do; this counts as waiting. */
async function patient(call: Call) {
  const began = performance.now()
  for (;;) {
    const answer = await send(call)
    if (answer.status !== 503) return { ...answer, ms: performance.now() - began }
  }
}

async function teamOf(stages: Stages, host: Person, uses: number) {
  const at = '/user/teams_formation'
  const made = await json<{ team_id: number }>({
    ...{ method: 'POST', path: `${at}/${stages.teams}/teams`, token: host.token },
    body: { team_name: `Замер ${host.id}` },
  })
  const { invite_code } = await json<{ invite_code: string }>({
    ...{ method: 'POST', path: `${at}/teams/${made.team_id}/invite_code`, token: host.token },
    body: { days: 1, uses },
  })
  const inside = async () => (await membersOf(made.team_id)) - 1
  const page = ({ token }: Person) => ({ method: 'GET', path: `${at}/${stages.teams}/teams`, token })
  const ask = ({ token }: Person) => ({
    ...{ method: 'POST', path: `${at}/teams/${made.team_id}/members`, token, body: { invite_code } },
  })
  return { team_id: made.team_id, page, ask, inside }
}

async function membersOf(team_id: number): Promise<number> {
  const members = db.selectFrom('formed_team_members').select('account_id').where('team_id', '=', team_id)
  return (await members.where('state', '=', 'active').execute()).length
}

async function lastOfTeam(stages: Stages, host: Person, crowd: Person[]): Promise<Race> {
  const { team_id, ...race } = await teamOf(stages, host, 50)
  // People of an earlier race fill the team up to its last place.
  const others = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', '%@bench.test')
    .where('id', 'not in', [host.id, ...crowd.map(({ id }) => id)])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('formed_team_members as m').select('m.team_id').whereRef('m.account_id', '=', 'accounts.id')),
      ),
    )
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const since = new Date()
  await db
    .insertInto('formed_team_members')
    .values(
      others.map(({ id }) => ({
        team_id,
        stage_id: stages.teams ?? 0,
        account_id: id,
        state: 'active' as const,
        since,
      })),
    )
    .execute()
  const before = await membersOf(team_id)
  return { ...race, late: 'team_full', inside: async () => (await membersOf(team_id)) - before }
}

async function lastUse(stages: Stages, host: Person): Promise<Race> {
  const { team_id: _team, ...race } = await teamOf(stages, host, 1)
  return { ...race, late: 'team_code_wrong' }
}

async function lastOfSlot(stages: Stages): Promise<Race> {
  const event = await db
    .selectFrom('offline_events')
    .select('id')
    .where('stage_id', '=', stages.meeting ?? 0)
    .executeTakeFirstOrThrow()
  const slots = await db.selectFrom('offline_event_slots').select('id').where('event_id', '=', event.id).execute()
  const { id } = await db
    .insertInto('offline_event_slots')
    .values({
      event_id: event.id,
      start_time: new Date(Date.now() + (10 + slots.length) * 86_400_000),
      ...{ capacity: 1, taken: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    page: ({ token }) => ({ method: 'GET', path: `/offline_event_slots/${event.id}`, token }),
    ask: ({ token }) => ({ method: 'POST', path: `/offline_event_slot/${id}`, token }),
    late: 'slot_full',
    inside: async () =>
      (await db.selectFrom('slot_bookings').select('account_id').where('slot_id', '=', id).execute()).length,
  }
}

/** All places of the track but one are taken. */
async function lastOfTrack(stages: Stages, _host: Person, crowd: Person[]): Promise<Race> {
  const [stage_id, track_code] = [stages.track ?? 0, 'analytics']
  const { settings } = await db
    .selectFrom('stages')
    .select('settings')
    .where('id', '=', stage_id)
    .executeTakeFirstOrThrow()
  const tracks = (settings as { tracks: { code: string; limit: number }[] }).tracks
  const places = tracks.find(({ code }) => code === track_code)?.limit ?? 0
  const inTrack = () =>
    db
      .selectFrom('track_places')
      .select('account_id')
      .where('stage_id', '=', stage_id)
      .where('track_code', '=', track_code)
  const room = places - (await inTrack().execute()).length
  if (room === 0)
    await db
      .deleteFrom('track_places')
      .where('account_id', '=', (await inTrack().executeTakeFirstOrThrow()).account_id)
      .execute()
  else if (room > 1) {
    const others = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'like', '%@bench.test')
      .where(
        'id',
        'not in',
        crowd.map(({ id }) => id),
      )
      .orderBy('id')
      .limit(room - 1)
      .execute()
    const place = { stage_id, track_code, way: 'choice' as const, since: new Date() }
    await db
      .insertInto('track_places')
      .values(others.map(({ id }) => ({ ...place, account_id: id })))
      .execute()
  }
  return {
    page: ({ token }) => ({ method: 'GET', path: `/user/stages/${stage_id}/tracks`, token }),
    ask: ({ token }) => ({
      ...{ method: 'PUT', path: `/user/stages/${stage_id}/answer`, token, body: { data: { tracks: [track_code] } } },
    }),
    late: 'track_full',
    inside: async () => (await inTrack().execute()).length - places + 1,
  }
}

/** All people have chosen one mentor, who accepts all of them from the letters at once. */
async function lastOfMentor(stages: Stages, host: Person, crowd: Person[]): Promise<Race> {
  const [stage_id, mentor_id, offered] = [stages.mentor ?? 0, host.id, new Date()]
  await db.insertInto('mentor_profiles').values({ account_id: mentor_id, published: true, capacity: 1 }).execute()
  await db.insertInto('stage_mentors').values({ stage_id, mentor_id }).execute()
  const of = crowd.map(({ id }) => ({ account_id: id, stage_id }))
  await db
    .insertInto('stage_facts')
    .values(of.map((each) => ({ ...each, started_at: offered, submitted_at: offered })))
    .execute()
  await db
    .insertInto('mentor_choices')
    .values(
      of.map((each) => ({
        ...{ ...each, mentor_id, rank: 1, chosen_at: offered, offered_at: offered, told_at: offered },
        answer_until: new Date(offered.getTime() + 7 * 86_400_000),
      })),
    )
    .execute()
  const link = ({ id }: Person) =>
    answerToken(config, { accountId: id, stageId: stage_id, mentorId: mentor_id, offeredAt: offered.getTime() })
  return {
    page: (person) => ({ method: 'POST', path: '/mentors/answer/read', body: { token: link(person) } }),
    ask: (person) => ({ method: 'POST', path: '/mentors/answer', body: { token: link(person), accept: true } }),
    late: 'mentor_full',
    inside: async () =>
      (
        await db
          .selectFrom('mentor_choices')
          .select('account_id')
          .where('mentor_id', '=', mentor_id)
          .where('status', '=', 'accepted')
          .execute()
      ).length,
  }
}

async function json<T>(call: Call): Promise<T> {
  const { status, text } = await send(call)
  if (status > 299) throw new Error(`${call.path} answered ${status}: ${text}`)
  return JSON.parse(text) as T
}

function counted(answers: readonly { status: number; code?: string | undefined }[]): Record<string, number> {
  const groups = Map.groupBy(answers, ({ status, code }) => code ?? String(status))
  return Object.fromEntries([...groups].map(([code, each]) => [code, each.length]))
}

interface Answered {
  status: number
  code?: string
  text: string
  ms: number
}

function send(call: Call): Promise<Answered> {
  const { method, path, token, body } = call
  clients += 1
  const headers = {
    'X-Forwarded-For': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`,
    ...(token ? { 'X-Token': token } : {}),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  const base = path === '/ready' ? portal.url : `${portal.url}/api/v3`
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(`${base}${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const status = response.statusCode ?? 0
        const code = status > 299 ? (JSON.parse(text) as { code?: string }).code : undefined
        resolve({ status, ...(code ? { code } : {}), text, ms: performance.now() - began })
      })
    })
    // The portal may close a connection that was idle between two races just when this call is sent.
    const isClosed = (error: NodeJS.ErrnoException) => sent.reusedSocket && error.code === 'ECONNRESET'
    sent.on('error', (error) => (isClosed(error) ? resolve(send(call)) : reject(error)))
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}
