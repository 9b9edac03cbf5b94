import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { clearCookie, mayRefresh, readCookie, setCookie } from './cookies.ts'

const places = { http: { publicUrl: 'http://portal.example' }, https: { publicUrl: 'https://portal.example' } }
type Place = keyof typeof places
type Name = Parameters<typeof setCookie>[2]

const app = fastify()
app.register(cookie)
const path = (request: { params: unknown }) => request.params as { place: Place; name: Name }
app.get('/set/:place/:name', (request, reply) => {
  const { place, name } = path(request)
  setCookie(reply, places[place], name, 'value')
  return reply.send()
})
app.get('/clear/:place/:name', (request, reply) => {
  const { place, name } = path(request)
  clearCookie(reply, places[place], name)
  return reply.send()
})
app.get('/read/:place/:name', (request) => {
  const { place, name } = path(request)
  const config = places[place]
  return { value: readCookie(request, config, name) ?? null, mayRefresh: mayRefresh(request, config) }
})
afterAll(() => app.close())

const sent = async (url: string) => [(await app.inject(url)).headers['set-cookie'] ?? []].flat()
const read = async (place: Place, name: Name, Cookie: string) =>
  (await app.inject({ url: `/read/${place}/${name}`, headers: { Cookie } })).json()

const day = 24 * 3600
test.each<[Name, number]>([
  ['device', 400 * day],
  ['login', 300],
  ['restore', 3600],
  ['registration', day],
  ['state_service', 600],
])('the cookie «%s» is kept for %i s, and no script, no other site and no unencrypted connection gets it', async (name, age) => {
  const rest = 'Path=/; HttpOnly; Secure; SameSite=Strict'
  expect(await sent(`/set/https/${name}`)).toEqual([`__Host-${name}=value; Max-Age=${age}; ${rest}`])
  const [gone, ...others] = await sent(`/clear/https/${name}`)
  expect(gone).toMatch(new RegExp(`^__Host-${name}=; (?:Max-Age=0; )?Path=/; Expires=Thu, 01 Jan 1970 .*Strict$`))
  expect(others).toEqual([])
})

test('the cookie of the session comes with a second one that the browser also sends with links from other sites', async () => {
  const rest = `Max-Age=${30 * day}; Path=/; HttpOnly; Secure; SameSite`
  expect(await sent('/set/https/refresh')).toEqual([
    `__Host-refresh=value; ${rest}=Strict`,
    `__Host-entered=1; ${rest}=Lax`,
  ])
  expect((await sent('/clear/https/refresh')).map((line) => line.split('=')[0])).toEqual([
    '__Host-refresh',
    '__Host-entered',
  ])
  for (const name of ['refresh', 'entered'])
    expect((await read('http', 'device', `${name}=value`)).mayRefresh, name).toBe(true)
  expect((await read('http', 'device', 'device=value; login=value')).mayRefresh).toBe(false)
  expect((await read('https', 'device', 'refresh=value; entered=1')).mayRefresh).toBe(false)
})

test('without https a cookie has no prefix in its name, and one that is too long is not read', async () => {
  expect(await sent('/set/http/login')).toEqual(['login=value; Max-Age=300; Path=/; HttpOnly; SameSite=Strict'])
  expect((await read('http', 'login', 'login=value')).value).toBe('value')
  expect((await read('https', 'login', 'login=value')).value).toBeNull()
  expect((await read('https', 'login', '__Host-login=value')).value).toBe('value')
  expect((await read('http', 'login', `login=${'a'.repeat(128)}`)).value).toHaveLength(128)
  expect((await read('http', 'login', `login=${'a'.repeat(129)}`)).value).toBeNull()
})
