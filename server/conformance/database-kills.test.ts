import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { patience } from '#server/testing/patience.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import {
  type Acknowledged,
  call,
  draftPath,
  type Kind,
  logIn,
  person,
  ready,
  Unavailable,
  visit,
  type Writer,
  write,
} from './visits.ts'

/** `DATABASE_KILLS=20 npx vitest run server/conformance/database-kills` kills as often as security.md requires. */
const kills = Number(process.env.DATABASE_KILLS ?? 2)

const season = '/admin/competitions/ru_season_5'
/** Of the season whose protocol the demo has. */
const other = 'politleaders_2'

/** A mail server that remembers the recipient and the Message-ID of every letter that it took. */
async function mailServer() {
  const taken: { to: string; subject: string; id: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
        const to = session.envelope.rcptTo[0]?.address ?? ''
        taken.push({ to, subject: header('Subject'), id: header('Message-ID') })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    taken,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** What organisers have asked for in one round; each was acknowledged, and is then done by jobs. */
async function askForWork(portal: PortalProcess, admin: string, round: number): Promise<void> {
  const ask = async (path: string, body: unknown) => {
    const asked = await write(portal, 'POST', `${season}/${path}`, admin, body)
    expect(asked.status, asked.text).toBe(200)
  }
  await ask('exports', { format: round % 2 ? 'xlsx' : 'csv', columns: ['last_name', 'email'], reason: '' })
  await ask('bulk-acts', { act: { kind: 'tag', tag: `удар ${round}` }, reason: 'Проверка' })
  await ask('broadcasts', { title: `Round ${round}`, text: '{имя}, новость', by_letter: true, starts_at: '' })
}

test(
  'R-69: when the database is killed again and again under letters, bulk acts, exports, uploads, hand-ins and a publication, the same process goes on, nothing acknowledged is lost, and nothing is done twice',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-database-kills-'))
    const mail = await mailServer()
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url }
    const portal = await startPortal(env)
    const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ host: join(dataDir, 'postgres/run'), user: 'portal', database: 'portal' })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    }
    const killDatabase = () =>
      process.kill(
        Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10),
        'SIGKILL',
      )
    const answers = () =>
      vi.waitFor(
        async () => {
          if (portal.child.exitCode !== null || portal.child.signalCode !== null) return
          expect((await fetch(`${portal.url}/ready`)).status).toBe(200)
        },
        { timeout: 60_000, interval: 20 },
      )
    /** Right after the database is back, a call may still meet a connection that has broken. */
    const logsIn = (username: string) => vi.waitFor(() => logIn(portal, username), patience)
    const lives = () => expect([portal.child.exitCode, portal.child.signalCode], portal.output()).toEqual([null, null])

    try {
      const writers: Writer[] = []
      for (const username of ['participant@demo.test', person(4)]) writers.push(await ready(portal, username))
      let admin = await logIn(portal, 'admin@demo.test')
      // The demo's protocol waits for the confirmation of a second organiser.
      const [{ known } = { known: 0 }] = await query<{ known: number }>(
        'select coalesce(max(id), 0) as known from outgoing_messages',
      )
      await query(`update protocols set withdrawn_by = null, withdrawn_at = null, withdrawn_why = ''`)
      const confirmation = { publish_at: formatWire(new Date()).slice(0, 16) }
      const total = new Map<Kind, number>()
      const dark: number[] = []
      let visitors = 0

      for (let round = 1; round <= kills; round += 1) {
        let going = true
        const acknowledged: Acknowledged[] = []
        const untilKilled = async (once: () => Promise<void>) => {
          while (going)
            await once().catch((fault) => {
              // A broken connection would mean that the process has ended.
              if (!(fault instanceof Unavailable)) throw fault
              going = false
            })
        }
        const saving = (writer: Writer) =>
          untilKilled(async () => {
            const next = writer.acknowledged + 1
            const saved = await write(portal, 'PUT', draftPath, writer.token, { data: { about: String(next) } })
            expect(saved.status, saved.text).toBe(200)
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
        await askForWork(portal, admin, round)
        const streams = Promise.all([...writers.map(saving), visiting(), visiting()])
        streams.catch(() => {})
        if (round === 1) {
          const second = await logIn(portal, 'demo194@demo.test')
          const confirmed = await write(
            portal,
            'POST',
            `/admin/competitions/${other}/protocols/1/confirmation`,
            second,
            confirmation,
          )
          expect(confirmed.status, confirmed.text).toBe(200)
        }
        // A kill before any write would prove nothing.
        const wanted = (['upload', 'hand-in'] as const).filter((kind) => !total.has(kind))
        while (going && !wanted.every((kind) => acknowledged.some((each) => each.kind === kind))) await delay(5)
        await delay(Math.random() * 600)
        const began = performance.now()
        killDatabase()
        going = false
        await answers()
        dark.push(Math.round(performance.now() - began))
        await streams
        lives()

        for (const writer of writers) {
          writer.token = await logsIn(writer.username)
          const draft = await call(portal, draftPath, { token: writer.token })
          const kept = Number((draft.body.draft as { about: string }).about)
          // One save may be committed although its answer said 503.
          expect([writer.acknowledged, writer.acknowledged + 1]).toContain(kept)
          writer.acknowledged = kept
        }
        for (const { kind, missing } of acknowledged) {
          expect(await missing()).toBeNull()
          total.set(kind, (total.get(kind) ?? 0) + 1)
        }
        admin = await logsIn('admin@demo.test')
        await vi.waitFor(async () => expect(await query(`select from exports where state = 'waiting'`)).toEqual([]), {
          timeout: 120_000,
          interval: 100,
        })
      }

      // Everything that was asked for gets done.
      await vi.waitFor(
        async () => {
          lives()
          // Letters that wait for others to the same person leave now.
          await query(
            `update outgoing_messages set gathered_until = 'epoch' where gathered_until > now();
            update graphile_worker._private_jobs set run_at = now() where run_at > now() and task_id =
              (select id from graphile_worker._private_tasks where identifier = 'send_gathered')`,
          )
          const [left] = await query(`select
            (select count(*)::int from broadcasts where state <> 'sent' and title like 'Round %') as broadcasts,
            (select count(*)::int from bulk_acts where state <> 'done' and reason = 'Проверка') as acts,
            (select count(*)::int from exports where state <> 'ready' and asked_at > now() - interval '1 day') as exports,
            (select count(*)::int from protocols where published_at is null) as protocols,
            (select coalesce(json_agg(failure), '[]') from outgoing_messages where sealed is not null and id > ${known}) as letters`)
          expect(left).toEqual({ broadcasts: 0, acts: 0, exports: 0, protocols: 0, letters: [] })
        },
        { timeout: 60_000 + kills * 60_000, interval: 200 },
      )

      const rounds = Array.from({ length: kills }, (_none, at) => at + 1)
      for (const round of rounds) {
        // Each person has the message once on the portal and by letter; a letter that was sent again has the same id.
        const [reached] = await query(
          `select count(*)::int as people, count(*) filter (where r.on_portal)::int as portal,
            coalesce(array_agg(a.email::text order by a.email) filter (where r.by_letter), '{}') as letters,
            (select count(*)::int from notifications n where n.title = b.title) as notifications, b.sent
          from broadcasts b join broadcast_recipients r on r.broadcast_id = b.id join accounts a on a.id = r.account_id
          where b.title = $1 group by b.id`,
          [`Round ${round}`],
        )
        expect(reached).toMatchObject({ sent: reached?.people, notifications: reached?.portal })
        const letters = mail.taken.filter(({ subject }) => subject === `Round ${round}`)
        const once = Map.groupBy(letters, ({ id }) => id)
        expect([...once.values()].map(([first]) => first?.to).toSorted()).toEqual(reached?.letters.toSorted())
        // Each person of a bulk act has its tag once, and was counted once.
        const [act] = await query(
          `select b.people - b.done - b.skipped as left, b.done - count(*) filter (where p.outcome = 'done') as twice
          from bulk_acts b join bulk_act_people p on p.bulk_act_id = b.id where b.act->>'tag' = $1 group by b.id`,
          [`удар ${round}`],
        )
        expect({ ...act, twice: Number(act?.twice) }).toEqual({ left: 0, twice: 0 })
      }
      // Everybody of the protocol has one decision of it.
      const [published] = await query(`select count(*)::int as people, count(distinct d.account_id)::int as once
        from protocols p join stage_decisions d on d.stage_id = p.stage_id and d.published_at >= p.publish_at`)
      expect(published?.people).toBeGreaterThan(0)
      expect(published?.once).toBe(published?.people)
      const repeated = mail.taken.length - new Set(mail.taken.map(({ id }) => id)).size
      const counted = [...total].map(([kind, count]) => `${count} × ${kind}`)
      console.log(
        `${kills} kills: dark for ${dark.join(', ')} ms; ${mail.taken.length} letters (${repeated} sent again with the same id), ${counted.join(', ')}`,
      )
      for (const kind of ['upload', 'hand-in'] as const) expect(total.get(kind) ?? 0, kind).toBeGreaterThan(0)
    } finally {
      await portal.kill('SIGTERM')
      await mail.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  180_000 + kills * 180_000,
)
