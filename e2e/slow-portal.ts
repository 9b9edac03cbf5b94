import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The portal as a slow phone gets it: each part of a page arrives, and is drawn, before the next one. Everything but
 * the pages comes at once.
 */
export async function slowPortal(portal: string) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', portal), {
      headers: { accept: request.headers.accept ?? '' },
    })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return void response.end(Buffer.from(await answer.arrayBuffer()))
    const [head = '', body = ''] = (await answer.text()).split(/(?=<body)/)
    response.write(head)
    for (const part of body.split(/(?=<(?:a|div|p|svg|main|form|button)[ >])/)) {
      response.write(part)
      await pause(40)
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise((done) => server.close(done).closeAllConnections())
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}
