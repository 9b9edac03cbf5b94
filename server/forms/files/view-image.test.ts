import { readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { viewPath, viewSizes } from '#shared/platform/files/view.ts'
import { filesNamed, pictureHourMs, pictureName } from './picture-name.ts'

let app: TestApp
let person: Awaited<ReturnType<typeof aPerson>>
beforeAll(async () => {
  app = await testApp()
  person = await aPerson(app)
})
afterAll(() => app.close())

const photo = (background: string, side = 900) =>
  sharp({ create: { width: side, height: side + 200, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function putAvatar(background: string, token = person.token): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await photo(background))]), 'я.jpg')
  const answer = await app.fetch('/api/v3/user/profile/avatar', {
    method: 'POST',
    headers: { 'X-Token': token },
    body: form,
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { avatar: string }).avatar
}

/** The address exactly as written: fetch would normalise it. */
const rawGet = (path: string) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    request({ hostname, port, path }, (answer) => {
      let text = ''
      answer.setEncoding('latin1')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
    })
      .on('error', reject)
      .end()
  })

test('CL-11 R-43 an avatar is shown at each of the listed widths', async () => {
  const name = await putAvatar('#1a3fd4')
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  for (const size of viewSizes) {
    const answer = await app.fetch(viewPath(size, name))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe('sandbox')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([size, size])
  }
})

test('CL-11 ten readers at once and a later one get the same bytes', async () => {
  const name = await putAvatar('#aa3355')
  const look = async () => Buffer.from(await (await app.fetch(viewPath(128, name))).arrayBuffer()).toString('base64')
  const seen = await Promise.all(Array.from({ length: 10 }, look))
  expect(new Set([...seen, await look()]).size).toBe(1)
})

test('a picture is made once for all who open it at the same time, and again after it was lost', async () => {
  const { disk } = app.services
  const { put } = disk
  let made = 0
  disk.put = (...of) => {
    made += 1
    return put(...of)
  }
  const name = await putAvatar('#55aa33')
  const files = join(app.config.dataDir, 'files')
  const kept = () => readdirSync(files, { recursive: true }).map(String)
  const before = kept()
  const look = async () => (await app.fetch(viewPath(256, name))).status
  expect(await Promise.all(Array.from({ length: 10 }, look))).toEqual(Array(10).fill(200))
  expect([await look(), made]).toEqual([200, 1])
  for (const path of kept().filter((path) => !before.includes(path)))
    rmSync(join(files, path), { recursive: true, force: true })
  expect([await look(), made]).toEqual([200, 2])
  disk.put = put
})

test('R-43 only a listed width of a known name is found', async () => {
  const name = await putAvatar('#336699')
  const hostile = [
    `/view/65x-${name}`,
    `/view/0x-${name}`,
    `/view/-64x-${name}`,
    `/view/064x-${name}`,
    `/view/64.0x-${name}`,
    `/view/1e2x-${name}`,
    `/view/99999999999x-${name}`,
    `/view/64x-${name.toUpperCase()}${''}A`,
    `/view/64x-${name}.webp`,
    `/view/64x-${name}/`,
    `/view/64x-${name}?w=9000`,
    `/view/64x-${name}%00`,
    `/view/64x-${name.slice(0, 31)}`,
    `/view/64x-${'0'.repeat(32)}`,
    '/view/64x-../../../../etc/passwd',
    '/view/64x-..%2f..%2f..%2fetc%2fpasswd',
    '/view/64x-%2e%2e/%2e%2e/portal.db',
    '/view/../view/64x-x',
    "/view/64x-' or 1=1--",
    '/view/64x-http://evil.test/a.png',
    '/view/64x-//evil.test/a.png',
    '/view/64x-file:///etc/passwd',
    `/view//64x-${name}`,
    '/view/',
    '/view/64x-',
  ]
  for (const path of hostile) {
    const { status, text } = await rawGet(encodeURI(path).replaceAll('%25', '%'))
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toContain('root:')
  }
  const { headers } = await rawGet('/view/')
  expect([headers['cache-control'], headers['content-type']]).toEqual(['no-store', 'text/plain; charset=utf-8'])
  expect((await rawGet(`/view/64x-${name}`)).status).toBe(200)
})

test('R-43 only an avatar is shown at /view: a picture of an answer is only for its owner', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await photo('#000'))]), 'паспорт.jpg')
  const kept = await app.fetch('/api/v3/user/files?purpose=image', {
    method: 'POST',
    headers: { 'X-Token': person.token },
    body: form,
  })
  const { file_id } = (await kept.json()) as { file_id: string }
  expect((await app.fetch(viewPath(64, file_id))).status).toBe(404)
})

test('RT-03 another avatar replaces the first, and removing it leaves none', async () => {
  const own = await aPerson(app)
  const profile = async () => (await app.call('GET /user/profile', { token: own.token })).body.avatar
  expect(await profile()).toBe(null)
  const first = await putAvatar('#111111', own.token)
  expect((await app.fetch(viewPath(512, first))).status).toBe(200)
  const second = await putAvatar('#eeeeee', own.token)
  expect(await profile()).toBe(second)
  expect((await app.fetch(viewPath(512, first))).status).toBe(404)
  expect(
    (await app.call('DELETE /user/files/:file_id', { params: { file_id: second }, token: own.token })).status,
  ).toBe(404)
  expect((await app.call('DELETE /user/profile/avatar', { token: own.token })).status).toBe(204)
  expect(await profile()).toBe(null)
  expect((await app.fetch(viewPath(64, second))).status).toBe(404)
  const [file = ''] = filesNamed(app.services, second)
  expect(await app.services.disk.open(file)).toBe(null)
})

test('with an avatar all widths made from it are deleted from the disk', async () => {
  const own = await aPerson(app)
  const onDisk = () =>
    readdirSync(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    ).length
  const before = onDisk()
  const name = await putAvatar('#222222', own.token)
  for (const size of viewSizes) await (await app.fetch(viewPath(size, name))).arrayBuffer()
  expect(onDisk()).toBe(before + 1 + viewSizes.length)
  expect((await app.call('DELETE /user/profile/avatar', { token: own.token })).status).toBe(204)
  expect(onDisk()).toBe(before)
})

test('of two avatars chosen at once one stays, and no other file is left', async () => {
  const own = await aPerson(app)
  await Promise.all(['#100000', '#200000', '#300000', '#400000'].map((colour) => putAvatar(colour, own.token)))
  const { avatar } = (await app.call('GET /user/profile', { token: own.token })).body
  const files = await app.db.selectFrom('files').select('id').where('account_id', '=', own.id).execute()
  expect(files.map(({ id }) => pictureName(app.services, id))).toEqual([avatar])
})

/** A cache between the portal and its readers, which keeps what RFC 9111 allows a shared cache to keep. */
function sharedCache() {
  const kept = new Map<string, number>()
  return async (path: string) => {
    const status = kept.get(path)
    if (status !== undefined) return { status, hit: true }
    const answer = await app.fetch(path)
    const rules = answer.headers.get('cache-control') ?? 'public'
    if (!/\b(private|no-store)\b/.test(rules)) kept.set(path, answer.status)
    return { status: answer.status, hit: false }
  }
}

test('R-92 a picture ends for those who were told its name and may no longer see it, also behind a shared cache', async () => {
  const own = await aPerson(app)
  const told = await putAvatar('#224466', own.token)
  const account = await app.db
    .selectFrom('accounts')
    .select(['email', 'avatar'])
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow()
  const profile = async () => {
    const { token } = await sessionOf(app, account)
    return (await app.call('GET /user/profile', { token })).body.avatar ?? ''
  }
  const get = sharedCache()
  expect(await get(viewPath(128, told))).toEqual({ status: 200, hit: false })
  expect(await get(viewPath(128, told))).toEqual({ status: 200, hit: false })
  // A name lives on through the next hour, so that no page that is open loses its pictures.
  app.clock.advance(pictureHourMs)
  const next = await profile()
  expect(next).not.toBe(told)
  expect([await get(viewPath(128, told)), await get(viewPath(128, next))].map(({ status }) => status)).toEqual([
    200, 200,
  ])
  app.clock.advance(pictureHourMs)
  const statuses = [told, account.avatar ?? '', next, await profile()].map(
    async (name) => (await get(viewPath(128, name))).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200])
})
