import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { queueLetters } from '#server/messages/outbox/queue-message.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { fakeSmtp } from '#server/testing/fake-smtp.ts'
import { patience } from '#server/testing/patience.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'
import { testApp } from '#server/testing/test-app.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** How long the mail server takes for a letter. */
const letterMs = 300
const letters = 40

test('R-73 what a killed process held is taken up by another one and by a restart, and nothing is done twice', async () => {
  const smtp = await fakeSmtp(() => new Promise((resolve) => setTimeout(resolve, letterMs)))
  closing.push(() => smtp.close())
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@portal.example',
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_PEPPER: 'p'.repeat(32),
    TOKEN_SECRET: 't'.repeat(32),
  }
  const app = await testApp({ env, now: new Date() })
  closing.push(() => app.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-killed-'))
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const aPortal = async () => {
    const place = { DATA_DIR: join(dataDir, String(await freePort())), PORT: String(await freePort()) }
    const portal = await startPortal({ ...env, ...place, DATABASE_URL: app.databaseUrl, DEMO: '0' })
    closing.push(() => portal.kill('SIGKILL'))
    return portal
  }
  const { code } = await aCompetition(app.db, { form: { type: 'form' } })
  for (let n = 0; n < 5; n += 1) await takesPart(app.db, (await anAccount(app)).id, code, 'main', app.clock.now())
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  // The act takes long enough to be killed.
  await sql`create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(2); return null; end $$`.execute(app.db)
  await sql`create trigger be_slow before update on participations for each statement execute function be_slow()`.execute(
    app.db,
  )

  /** Orders an act on many and letters, and kills the process that does the act while letters are on their way. */
  async function killAmid(portals: PortalProcess[], round: number) {
    const asked = await app.call('POST /admin/competitions/:competition/bulk-acts', {
      token,
      params: { competition: code },
      body: { act: { kind: 'tag', tag: `раз ${round}` }, reason: 'Так' },
    } as never)
    expect(asked.status, asked.text).toBe(200)
    const before = smtp.received.length
    await app.db.transaction().execute((tx) =>
      queueLetters(
        tx,
        app.services,
        Array.from({ length: letters }, (_, n) => ({ to: `p${round}-${n}@example.test`, subject: 'a', text: 'b' })),
      ),
    )
    const pid = await vi.waitFor(async () => {
      expect(smtp.received.length).toBeGreaterThan(before + 5)
      const { rows } = await sql<{ by: string }>`select j.locked_by as by from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'run_bulk_act' and j.locked_by is not null`.execute(app.db)
      expect(rows).toHaveLength(1)
      return Number(rows[0]?.by.split(' ')[3])
    }, patience)
    const killed = portals.find(({ child }) => child.pid === pid)
    const at = performance.now()
    await killed?.kill('SIGKILL')
    return { at, left: portals.filter((portal) => portal !== killed) }
  }
  async function expectAllDone(round: number, killedAt: number) {
    const of = (n: number) => smtp.received.filter(({ to }) => to === `p${round}-${n}@example.test`)
    await vi.waitFor(async () => {
      for (let n = 0; n < letters; n += 1) expect(of(n).length).toBeGreaterThan(0)
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from graphile_worker.jobs
        where task_identifier in ('send_message', 'run_bulk_act')`.execute(app.db)
      expect(rows[0]?.left).toBe(0)
    }, 60_000)
    console.log(`round ${round}: all done ${Math.round(performance.now() - killedAt)} ms after the kill`)
    for (let n = 0; n < letters; n += 1) {
      const copies = of(n)
      expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
      // Only a letter that the server was just taking may come again.
      if (copies.length > 1) expect(copies[0]?.at).toBeGreaterThan(killedAt - letterMs - 1000)
      expect(copies.length).toBeLessThanOrEqual(2)
    }
    const act = await app.db.selectFrom('bulk_acts').select(['state', 'done']).orderBy('id', 'desc').executeTakeFirst()
    expect(act).toEqual({ state: 'done', done: 5 })
  }

  const two = await Promise.all([aPortal(), aPortal()])
  const first = await killAmid(two, 1)
  expect(first.left).toHaveLength(1)
  await expectAllDone(1, first.at)
  const second = await killAmid(first.left, 2)
  expect(second.left).toEqual([])
  await aPortal()
  await expectAllDone(2, second.at)
}, 240_000)
