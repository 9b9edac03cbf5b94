import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const captchaKey = 'server-key'

/** A stand-in for the captcha service: each token that begins with `person` is accepted once. */
export async function aCaptchaService() {
  const spent = new Set<string>()
  const asked: { token: string | null; ip: string | null }[] = []
  const service = {
    mode: 'up' as 'up' | 'broken' | 'garbled' | 'wordless' | 'silent',
    asked,
    address: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const token = form.get('token') ?? ''
    asked.push({ token, ip: form.get('ip') })
    if (service.mode === 'silent') return
    if (service.mode === 'broken') return response.writeHead(500).end('{"status":"ok"}')
    if (service.mode === 'wordless') return response.writeHead(200).end('{"status":""}')
    if (service.mode === 'garbled') return response.writeHead(200).end('<html>oops</html>')
    const good = form.get('secret') === captchaKey && token.startsWith('person') && !spent.has(token)
    spent.add(token)
    response.writeHead(200).end(JSON.stringify({ status: good ? 'ok' : 'failed' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/validate`
  return service
}
