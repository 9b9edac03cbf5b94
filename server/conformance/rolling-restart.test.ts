import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'

/**
 * A minimal load balancer: it asks every process whether it is ready and sends each call to a ready one. A call that
 * did not reach a process is sent to another; one that did is never repeated.
 */
function balancer(backends: { port: number; ready: boolean }[]) {
  const agent = new Agent({ keepAlive: true })
  let going = true
  let turn = 0
  // Each process is asked separately, so that a slow one does not delay the news of the other. Two failures in a row
  // put it out of use: on a busy machine a single failure proves nothing.
  const watch = Promise.all(
    backends.map(async (backend) => {
      for (let failures = 0; going; ) {
        const ok = await fetch(`http://127.0.0.1:${backend.port}/ready`).then(
          (answer) => answer.ok,
          () => false,
        )
        failures = ok ? 0 : failures + 1
        backend.ready = ok || (backend.ready && failures < 2)
        await delay(50)
      }
    }),
  )
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const tried = new Set<number>()
      const send = () => {
        turn += 1
        const free = backends.filter(({ ready, port }) => ready && !tried.has(port))
        const backend = free[turn % free.length]
        if (!backend) return outgoing.writeHead(502).end()
        tried.add(backend.port)
        const { method, url: path, headers } = incoming
        const onward = httpRequest({ host: '127.0.0.1', port: backend.port, method, path, headers, agent })
        onward.on('response', (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502)
          answer.pipe(outgoing)
        })
        onward.on('error', (error: NodeJS.ErrnoException) => {
          const neverArrived = error.code === 'ECONNREFUSED' || (onward.reusedSocket && error.code === 'ECONNRESET')
          if (neverArrived) send()
          else outgoing.writeHead(502).end()
        })
        onward.end(Buffer.concat(chunks))
      }
      send()
    })
  })
  return {
    server,
    async stop() {
      going = false
      await watch
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v3`)
    })
  })

/** Waits until the balancer has seen these as ready, without a limit of its own: a start takes as long as it needs. */
async function seenReady(backends: { ready: boolean }[]) {
  while (!backends.every(({ ready }) => ready)) await delay(20)
}

test('R-60 both processes are restarted in turn, twice, under load, and no call fails', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-roll-'))
  const database = await createTestDatabase()
  const common = {
    DATABASE_URL: databaseUrlOf(database.connection),
    DATA_DIR: dataDir,
    // All processes are one portal: a token must be valid in each.
    PUBLIC_URL: 'http://portal.example',
    DEMO: '1',
    // Longer than in production: on a busy machine the balancer is slow to notice a process that shuts down.
    DRAIN_MS: '5000',
  }
  const backends = [await freePort(), await freePort()].map((port) => ({ port, ready: false }))
  const start = (port: number) => startPortal({ ...common, PORT: String(port) })
  const portals: PortalProcess[] = []
  for (const { port } of backends) portals.push(await start(port))
  const front = balancer(backends)
  const root = await listen(front.server)
  let going = true
  try {
    await seenReady(backends)
    const login = await fetch(`${root}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'finalist@demo.test', password: 'Demo-Leader-2026' }),
    })
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { 'X-Token': access_token, 'Content-Type': 'application/json' }
    const calls: [string, RequestInit][] = [
      ['/app/config', {}],
      ['/user/user-stages?competition_code=ru_season_5', { headers }],
      ['/user/notifications?status=unread&limit=10&offset=0', { headers }],
      ['/auth/revoke-sessions', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    ]
    // The last call is a write without a token: a refusal is the right answer, a broken connection is not.
    const right = [200, 200, 200, 401]
    const failed: string[] = []
    let answered = 0
    const loads = Array.from({ length: 4 }, async (_none, number) => {
      while (going) {
        const place = (answered + number) % calls.length
        const [path, init] = calls[place] as [string, RequestInit]
        let said = ''
        const status = await fetch(root + path, init).then(
          async (answer) => {
            said = await answer.text()
            return answer.status
          },
          (error) => String(error),
        )
        if (status !== right[place]) failed.push(`${path}: ${status} ${said.slice(0, 200)}`)
        answered += 1
        // Some hundred calls a second are load enough; without a pause the calls would take the processor from the starts.
        await delay(10)
      }
    })
    for (let round = 0; round < 2; round += 1)
      for (const [place, backend] of backends.entries()) {
        await portals[place]?.kill('SIGTERM')
        // More than the calls in progress: calls are still answered while this process is away.
        const until = answered + 2 * loads.length
        while (answered < until) await delay(20)
        portals[place] = await start(backend.port)
        await seenReady([backend])
      }
    going = false
    await Promise.all(loads)
    expect(failed).toEqual([])
  } finally {
    going = false
    await front.stop()
    for (const portal of portals) await portal.kill('SIGTERM')
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 600_000)
