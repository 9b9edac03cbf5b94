import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patience } from '#server/testing/patience.ts'
import { spawnPortal } from '#server/testing/portal-process.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { firstPair, renewedPair } from '#server/testing/tls-pairs.ts'

const dir = mkdtempSync(join(tmpdir(), 'portal-tls-'))
const files = { TLS_CERT: join(dir, 'cert.pem'), TLS_KEY: join(dir, 'key.pem') }
const write = ({ cert, key }: typeof firstPair) => {
  writeFileSync(files.TLS_CERT, cert)
  writeFileSync(files.TLS_KEY, key)
}

let app: TestApp
let port: number
beforeAll(async () => {
  write(firstPair)
  app = await testApp({ env: files })
  port = Number(new URL(app.url).port)
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Makes a TLS handshake. Returns the agreed protocol and cipher with the certificate's name, or the error code. */
function handshake(to: number, options: ConnectionOptions = {}) {
  return new Promise<{ protocol: string | null; cipher: string; name: string } | string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: to, rejectUnauthorized: false, ...options }, () => {
      const name = String(socket.getPeerCertificate().subject.CN)
      resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().name, name })
      socket.destroy()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/** Sends one request over TLS and returns the whole answer. */
function request(text: string) {
  return new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.once('end', () => resolve(answer))
    socket.once('error', reject)
  })
}

const weak: Record<string, ConnectionOptions> = {
  'TLS 1.0': { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
  'TLS 1.1': { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  'CBC with SHA-1': { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA@SECLEVEL=0' },
  'CBC with SHA-256': { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256@SECLEVEL=0' },
}

test.each(Object.entries(weak))('R-50 a handshake with %s is refused', async (_name, options) => {
  const lax = createServer({ ...firstPair, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' })
  await new Promise<void>((resolve) => lax.listen(0, '127.0.0.1', resolve))
  // Proves that the client can do this: a server without our settings accepts it.
  expect(await handshake((lax.address() as AddressInfo).port, options)).toMatchObject({ name: 'first' })
  await new Promise((resolve) => lax.close(resolve))
  expect(await handshake(port, options)).toMatch(/^(ERR_SSL_|ECONNRESET)/)
})

test.each([
  ['TLSv1.2', /^ECDHE-ECDSA-.*(GCM|CHACHA20)/],
  ['TLSv1.3', /^TLS_(AES_\d+_GCM|CHACHA20)/],
] as const)('R-50 %s is served with an authenticated cipher', async (version, cipher) => {
  const agreed = await handshake(port, { minVersion: version, maxVersion: version })
  expect(agreed).toMatchObject({ protocol: version, cipher: expect.stringMatching(cipher) })
})

test('the address, the headers and the cookies are those of https, and plain http gets nothing', async () => {
  expect(app.config.publicUrl).toMatch(/^https:/)
  const answer = await request(`GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(answer).toContain('200 OK')
  expect(answer.toLowerCase()).toContain('strict-transport-security: max-age=31536000')
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
})

test('a renewed certificate is served without a restart, and a broken one is ignored', async () => {
  writeFileSync(files.TLS_CERT, 'broken')
  write(renewedPair)
  await vi.waitFor(async () => expect(await handshake(port)).toMatchObject({ name: 'renewed' }), patience)
  // A key that does not match. Nothing shows when the portal has read it, so the next valid pair follows.
  writeFileSync(files.TLS_KEY, firstPair.key)
  expect(await handshake(port)).toMatchObject({ name: 'renewed' })
  write(firstPair)
  await vi.waitFor(async () => expect(await handshake(port)).toMatchObject({ name: 'first' }), patience)
  expect(await handshake(port, weak['TLS 1.1'])).toMatch(/^(ERR_SSL_|ECONNRESET)/)
})

test.each([
  ['is absent', { TLS_KEY: join(dir, 'none.pem') }, /^Файл .*none\.pem из TLS_KEY не читается \(ENOENT\)/],
  ['is not a certificate', { TLS_CERT: import.meta.filename }, /^Сертификат .* повреждён/],
  ['has another key', { TLS_KEY: join(dir, 'other.pem') }, /^Ключ .* не подходит к сертификату/],
  ['has no key', { TLS_KEY: '' }, /^TLS_CERT и TLS_KEY задаются только вместе/],
  ['is used with an http address', { PUBLIC_URL: 'http://portal.example' }, /^PUBLIC_URL должна быть адресом/],
])('a certificate that %s stops the start with a message', async (_what, env, words) => {
  write(firstPair)
  writeFileSync(join(dir, 'other.pem'), renewedPair.key)
  const portal = spawnPortal({ PORT: '0', DATA_DIR: join(dir, 'data'), ...files, ...env })
  expect((await portal.exited).code).toBe(1)
  expect(portal.output().trim()).toMatch(words)
})
