import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readableAddress } from '#server/platform/http/readable-address.ts'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, logIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { pages } from './pages.ts'
import { startData, trackCover } from './start-data.ts'

let app: TestApp
const site = Fastify({ rewriteUrl: ({ url = '/' }) => readableAddress(url) })
const directory = mkdtempSync(join(tmpdir(), 'pages-'))

beforeAll(async () => {
  app = await testApp()
  mkdirSync(join(directory, 'assets'))
  mkdirSync(join(directory, '.vite'))
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><html data-look="default"><head><!--start-data--></head><body></body></html>',
  )
  writeFileSync(join(directory, '.vite/manifest.json'), '{}')
  await site.register(cookie)
  await site.register(pages, {
    directory,
    renderer: join(directory, 'render-page.mjs'),
    publicUrl: 'https://portal.test',
    captcha: false,
    counters: [],
    startData: (request, path) => startData(site, app.services, request, path),
    cover: (data, path) => trackCover(app.services, data, path),
  })
})
afterAll(async () => {
  await site.close()
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})

test('RT-01 with exactly one competition the index redirects to its login, with several it lists them', async () => {
  const index = () => site.inject('/')
  expect((await index()).statusCode).toBe(200)
  const { code } = await aCompetition(app.db, {})
  const alone = await index()
  expect([alone.statusCode, alone.headers.location]).toEqual([302, `/${code}/login`])
  // Another competition may open later, so browsers must not cache the redirect.
  expect(alone.headers['cache-control']).toBe('no-cache')
  await aCompetition(app.db, {})
  const both = await index()
  expect(both.statusCode).toBe(200)
  expect(both.body).toContain(code)
})

test('before a session is renewed the page of a track shows its public title, if the track exists', async () => {
  const { code } = await aCompetition(app.db, {}, { tracks: ['business', 'social'] })
  const { code: single } = await aCompetition(app.db, {}, { tracks: ['only'] })
  const cover = async (path: string, may_refresh = true) => {
    const data = await startData(site, app.services, { cookies: {}, headers: {} } as never, path)
    return trackCover(app.services, { ...data, may_refresh }, path)
  }
  const title = 'Трек business'
  expect(await cover(`/${code}/business`)).toMatchObject({ title, amongOthers: true })
  expect(await cover(`/${code}/business/`)).toMatchObject({ title })
  expect(await cover(`/${single}/only`)).toMatchObject({ amongOthers: false })
  for (const path of [
    `/${code}/login`,
    `/${code}/nowhere`,
    `/nowhere/business`,
    `/${code}`,
    `/${code}/business/stages/a/b`,
  ])
    expect(await cover(path), path).toBeNull()
  expect(await cover(`/${code}/business`, false)).toBeNull()
})

test.each([
  ...['/profile', '/mentor', '/mentor-answer', '/home', '/desk', '/admin', '/not-me', '/stop', '/staff-invitation'],
  ...['/state-service', '/offline-event-booking?competition=x'],
])('%s, a page outside competitions, is found', async (path) => {
  await aCompetition(app.db, {})
  expect((await site.inject(path)).statusCode).toBe(200)
  expect((await site.inject(`/nowhere${path}`)).statusCode).toBe(404)
})

test('a person who follows a link from another site or a letter counts as logged in, even without the session cookie', async () => {
  const person = await anAccount(app)
  const { cookies } = await logIn(app, person)
  const page = async (sent: Record<string, string>) => (await site.inject({ url: '/profile', cookies: sent })).body
  // A browser then sends only cookies that are not strict.
  const { refresh: _refresh, device: _device, ...lax } = cookies
  expect(await page(lax)).toContain('"may_refresh":true')
  expect(await page({})).toContain('"may_refresh":false')
  const out = await app.call('POST /auth/logout', { cookies })
  expect(out.cookies).toMatchObject({ refresh: '', entered: '' })
})

test('an address with percent signs that encode nothing is read as typed and does not redirect to another site', async () => {
  const { code } = await aCompetition(app.db, {})
  for (const [typed, read] of [
    ['100%', '100%25'],
    ['%E0%A4?page=2', '%25E0%25A4?page=2'],
  ]) {
    const answer = await site.inject(`/${code}/faq/${typed}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/${code}/faq/${read}`])
    expect((await site.inject(`/${code}/faq/${read}`)).statusCode).toBe(200)
  }
  expect((await site.inject('//evil.example/%')).headers.location).toBe('/evil.example/%25')
})

test('R-47 R-80 counters of visits do not widen what a page may run or call: pictures come from the portal and from the counters in use', async () => {
  const policyOf = async (env: Record<string, string>) => {
    const portal = await testApp({ env, webDirectory: directory })
    try {
      return (await portal.fetch('/')).headers.get('content-security-policy') ?? ''
    } finally {
      await portal.close()
    }
  }
  const policy = await policyOf({ YM_ID: '111', MT_ID: '222', SOCIAL_GOAL_ID: 'registered' })
  const pictures = "img-src 'self' data: blob:"
  expect(await policyOf({})).toBe(
    policy.replace(`${pictures} https://mc.yandex.ru https://top-fwz1.mail.ru;`, `${pictures};`),
  )
  expect(policy).toContain(`${pictures} https://mc.yandex.ru https://top-fwz1.mail.ru;`)
  expect(policy).toMatch(/connect-src 'self';.*require-trusted-types-for 'script'/)
  expect(policy).not.toContain('unsafe')
})
