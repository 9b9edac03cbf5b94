// Holds each call of the API and its answer back for a while, so that a test which does not wait for an answer is found.
import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true })

/** Listens on `port` before a portal at `target`, both ports of localhost. `most`: milliseconds of the longest pause. */
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
