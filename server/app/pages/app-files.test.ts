import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { appFiles } from './app-files.ts'
import { iconSvg } from './looks.ts'

const look = {
  field: '#12285a',
  onField: '#ffffff',
  accent: '#ff9440',
  paper: '#f5f3ed',
  sign: [{ d: 'M0 0h40v40H0Z' }],
}
const warm = { ...look, field: '#8a2f10', paper: '#f7f2ea' }
const competitions = [
  { code: 'ru_season_5', title: 'Лидеры страны. Пятый сезон', theme: 'default', layout: 'default' },
  { code: 'city', title: 'Город', theme: 'leaders', layout: 'default' },
]
const app = Fastify()
appFiles(app, {
  looks: { default: look, leaders: warm },
  competitionOf: async (_request, code) => competitions.find((competition) => competition.code === code),
})
afterAll(() => app.close())

test('the manifest of a competition has its name, colours, start address and existing icons', async () => {
  const answer = await app.inject('/city/manifest.webmanifest')
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  const manifest = answer.json()
  expect(manifest).toMatchObject({
    name: 'Город',
    start_url: '/city',
    theme_color: warm.field,
    background_color: warm.paper,
  })
  expect(manifest.icons.map((icon: { sizes: string; purpose?: string }) => [icon.sizes, icon.purpose])).toEqual([
    ['any', undefined],
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, type } of manifest.icons) {
    const icon = await app.inject(src)
    expect([icon.statusCode, icon.headers['content-type']], src).toEqual([200, expect.stringContaining(type)])
  }
})

test('an icon has the promised size; a maskable one is filled up to its corners', async () => {
  for (const [name, side] of [
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
  ] as const) {
    const { rawPayload } = await app.inject(`/ru_season_5/${name}`)
    const { info, data } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height], name).toEqual([side, side])
    const cornerIsFilled = data[3] === 255
    expect(cornerIsFilled, name).toBe(name !== 'icon-192.png' && name !== 'icon-512.png')
  }
})

test('an unknown competition has neither manifest nor icon', async () => {
  for (const name of ['manifest.webmanifest', 'icon.svg', 'icon-192.png'])
    expect((await app.inject(`/nowhere/${name}`)).statusCode, name).toBe(404)
})

test('an icon shows the sign in the colours of the look', () => {
  expect(iconSvg(look)).toContain('fill="#12285a"')
  expect(iconSvg({ ...look, sign: [{ d: 'M0 0', ink: 'accent', line: 3 }] })).toContain('stroke="#ff9440"')
})

test('the portal itself can be added to a home screen, with existing icons', async () => {
  const manifest = (await app.inject('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', name: 'Конкурсы лидеров', theme_color: look.field })
  for (const { src, type } of manifest.icons) {
    const icon = await app.inject(src)
    expect([icon.statusCode, icon.headers['content-type']], src).toEqual([200, expect.stringContaining(type)])
  }
})
