import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#shared/api/refusals.ts'
import { checkCaptcha } from './check-captcha.ts'

/** A stand-in for the service, which accepts each token once. */
let service: Server
let address: string
let mode: 'up' | 'broken' | 'silent'
const spent = new Set<string>()

beforeAll(async () => {
  service = createServer((request, response) => {
    if (mode === 'silent') return
    if (mode === 'broken') {
      response.writeHead(500).end('oops')
      return
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const token = form.get('token') ?? ''
      const good = form.get('secret') === 'server-key' && token.startsWith('person') && !spent.has(token)
      spent.add(token)
      response.writeHead(200).end(JSON.stringify({ status: good ? 'ok' : 'failed' }))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/validate`
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  mode = 'up'
})

const check = (token: string | undefined) =>
  checkCaptcha({ captcha: { serverKey: 'server-key' } }, token, '10.0.0.1', address).then(
    () => 'passed',
    (cause) => (cause instanceof Refusal ? cause.code : String(cause)),
  )

test('R-22 a token is checked with the service, and works once', async () => {
  expect(await check('person-1')).toBe('passed')
  expect(await check('person-1')).toBe('captcha_failed')
  expect(await check('robot')).toBe('captcha_failed')
  expect(await check(undefined)).toBe('captcha_failed')
  expect(await check('')).toBe('captcha_failed')
})

test('R-22 while the service fails, calls are refused and told when to retry', async () => {
  mode = 'broken'
  expect(await check('person-2')).toBe('captcha_unavailable')
  mode = 'silent'
  expect(await check('person-3')).toBe('captcha_unavailable')
})

test('without keys there is no captcha', async () => {
  await expect(checkCaptcha({ captcha: null }, undefined, '10.0.0.1', address)).resolves.toBeUndefined()
})
