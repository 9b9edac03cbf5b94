import { createServer, request, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/**
 * A proxy of the portal on its own port that passes pages on unchanged or removes their scripts. Pages without scripts
 * are the baseline of the first paint.
 */
export async function proxyOf(portal: string, port: number, { scripts }: { scripts: boolean }): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const page = !scripts && incoming.headers.accept?.includes('text/html')
    const headers = { ...incoming.headers, ...(page ? { 'accept-encoding': 'identity' } : {}) }
    const passed = request(`${portal}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      if (!page) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = brotliCompressSync(withoutScript(Buffer.concat(parts).toString()))
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-encoding': 'br' })
        outgoing.end(body)
      })
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

const withoutScript = (html: string) =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link rel="modulepreload"[^>]*>/g, '')
