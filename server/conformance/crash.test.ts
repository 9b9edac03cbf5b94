import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'

/** `CRASH_KILLS=50 npx vitest run server/conformance/crash` kills as often as security.md asks for. */
const kills = Number(process.env.CRASH_KILLS ?? 10)

interface Writer {
  username: string
  token: string
  acknowledged: number
}

async function call(portal: PortalProcess, path: string, init: RequestInit & { token?: string } = {}) {
  const { token, ...rest } = init
  const answer = await fetch(`${portal.url}/api/v3${path}`, {
    ...rest,
    headers: { 'Content-Type': 'application/json', ...(token ? { 'X-Token': token } : {}) },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function logIn(portal: PortalProcess, username: string): Promise<string> {
  const body = JSON.stringify({ username, password: 'Demo-Leader-2026' })
  return String((await call(portal, '/auth/login', { method: 'POST', body })).body.access_token)
}

async function ready(portal: PortalProcess, username: string): Promise<Writer> {
  const token = await logIn(portal, username)
  const tree = await call(portal, '/user/user-stages?competition_code=ru_season_5', { token })
  const stages = (tree.body.stages as { type: string; stage_id: number; childs: never[] }[]).flatMap((s) => [
    s,
    ...s.childs,
  ])
  const rules = stages.find((stage) => stage.type === 'rules') as { stage_id: number }
  const text = await call(portal, `/user/rules/${rules.stage_id}`, { token })
  await call(portal, `/user/rules/${rules.stage_id}`, {
    method: 'POST',
    token,
    body: JSON.stringify({ status: 'done', version: text.body.version }),
  })
  return { username, token, acknowledged: 0 }
}

const draftPath = '/user/forms/ru_season_5/questionnaire/draft'

test(
  'R-59 kills in a stream of draft saves lose not one acknowledged save',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-crash-'))
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    let portal = await startPortal(env)
    try {
      const writers = await Promise.all(['participant@demo.test'].map((username) => ready(portal, username)))
      for (let kill = 0; kill < kills; kill += 1) {
        let going = true
        const stream = async (writer: Writer) => {
          while (going) {
            const next = writer.acknowledged + 1
            const answer = await call(portal, draftPath, {
              method: 'PUT',
              token: writer.token,
              body: JSON.stringify({ data: { about: String(next) } }),
            }).catch(() => null)
            if (!answer) return
            expect(answer.status).toBe(200)
            writer.acknowledged = next
          }
        }
        const before = writers.map((writer) => writer.acknowledged)
        const streams = writers.map(stream)
        // Even on a slow machine: a kill before anything was written would prove nothing.
        while (writers.some((writer, index) => writer.acknowledged <= (before[index] ?? 0))) await delay(5)
        await delay(150 + Math.random() * 250)
        await portal.kill('SIGKILL')
        going = false
        await Promise.all(streams)
        portal = await startPortal(env)
        for (const [index, writer] of writers.entries()) {
          // All kills together can take longer than a token is valid.
          writer.token = await logIn(portal, writer.username)
          expect(writer.acknowledged, 'saves were acknowledged before the kill').toBeGreaterThan(before[index] ?? 0)
          const draft = await call(portal, draftPath, { token: writer.token })
          const kept = Number((draft.body.draft as { about: string }).about)
          // One save may be committed although its answer did not arrive.
          expect([writer.acknowledged, writer.acknowledged + 1]).toContain(kept)
          writer.acknowledged = kept
        }
      }
    } finally {
      await portal.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  60_000 + kills * 30_000,
)
