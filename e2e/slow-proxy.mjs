// Delays each call of the API and its answer, to find tests that do not wait for an answer.
import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true })

/**
 * Listens on `port` in front of a portal at `target`, both ports of localhost. `most`: the longest delay in
 * milliseconds.
 */
export function slowProxy({ port, target, most }) {
  const server = createServer(async (asked, answer) => {
    const held = () => pause(asked.url.startsWith('/api/') ? Math.random() * most : 0)
    await held()
    const { url: path, method, headers } = asked
    const passed = request({ host: 'localhost', port: target, path, method, headers, agent }, async (got) => {
      await held()
      answer.writeHead(got.statusCode, got.rawHeaders)
      got.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  return server.listen(port, 'localhost')
}
