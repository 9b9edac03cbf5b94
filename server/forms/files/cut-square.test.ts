import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { viewPath } from '#shared/platform/files/view.ts'
import { cutSquare, squareWithin } from './cut-square.ts'

let app: TestApp
let person: Awaited<ReturnType<typeof aPerson>>
beforeAll(async () => {
  app = await testApp()
  person = await aPerson(app)
})
afterAll(() => app.close())

const colours = ['#e01010', '#10e010', '#1010e0', '#e0e010']

/** Four quarters: red and green above, blue and yellow below. */
async function quarters(width: number, height: number) {
  const [w, h] = [width / 2, height / 2]
  const pieces = colours.map(async (background, place) => ({
    input: await sharp({ create: { width: w, height: h, channels: 3, background } })
      .png()
      .toBuffer(),
    left: (place % 2) * w,
    top: Math.floor(place / 2) * h,
  }))
  const field = sharp({ create: { width, height, channels: 3, background: '#000' } })
  return sharp(
    await field
      .composite(await Promise.all(pieces))
      .png()
      .toBuffer(),
  )
}

type Asked = { x?: number; y?: number; side?: number }

async function put(bytes: Uint8Array, asked: Asked = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'я.jpg')
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const answer = await app.fetch(`/api/v3/user/profile/avatar?${query}`, {
    method: 'POST',
    headers: { 'X-Token': person.token },
    body: form,
  })
  const body = (await answer.json()) as { avatar: string; code?: string; message?: string; fields?: object }
  return { status: answer.status, ...body }
}

const refusalOf = async (bytes: Uint8Array, asked?: Asked) => {
  const { status, code, message } = await put(bytes, asked)
  return [status, code, message]
}

/** The quarter whose colour is in the middle of the upright picture. */
async function middleOf(name: string) {
  const answer = await app.fetch(viewPath(512, name))
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([512, 512])
  const [red = 0, green = 0, blue = 0] = data.subarray((256 * 512 + 256) * 3)
  return { red: red > 120, green: green > 120, blue: blue > 120 }
}

test('VL-11 CL-11 the requested square is cut by the server, in pixels of the upright picture', async () => {
  const bytes = await (await quarters(1200, 1200)).jpeg({ quality: 95 }).toBuffer()
  const at = async (asked: Asked) => middleOf((await put(bytes, asked)).avatar)
  expect(await at({ x: 0, y: 0, side: 500 })).toEqual({ red: true, green: false, blue: false })
  expect(await at({ x: 700, y: 0, side: 500 })).toEqual({ red: false, green: true, blue: false })
  expect(await at({ x: 0, y: 700, side: 500 })).toEqual({ red: false, green: false, blue: true })
  expect(await at({ x: 700, y: 700, side: 500 })).toEqual({ red: true, green: true, blue: false })
  // As a phone held upright writes it: orientation 6 is a quarter turn, so the lower left becomes the upper left.
  const turned = await sharp(await (await quarters(1200, 900)).jpeg({ quality: 95 }).toBuffer())
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await middleOf((await put(turned, { x: 0, y: 0, side: 500 })).avatar).then(({ blue }) => blue)).toBe(true)
  expect((await put(turned, { x: 400, y: 700, side: 500 })).status).toBe(200)
  expect((await put(turned, { x: 700, y: 400, side: 500 })).code).toBe('image_cut_outside')
})

test('VL-11 a square that reaches over the edge, or has less than 500 pixels a side, is refused with a message', async () => {
  const bytes = await (await quarters(900, 700)).png().toBuffer()
  const outside = [422, 'image_cut_outside', 'Выбранная часть выходит за край изображения: в нём 900×700 пикселей']
  for (const asked of [
    { x: 401, y: 0, side: 500 },
    { x: 0, y: 201, side: 500 },
    { x: 0, y: 0, side: 701 },
    { x: 16_000, y: 16_000, side: 16_000 },
  ])
    expect([asked, await refusalOf(bytes, asked)]).toEqual([asked, outside])
  expect((await put(bytes, { x: 400, y: 200, side: 500 })).status).toBe(200)
  const fields = async (asked: Asked) => {
    const { status, fields: faults } = await put(bytes, asked)
    return [status, faults]
  }
  expect(await fields({ x: 0, y: 0, side: 499 })).toEqual([
    400,
    { side: { rule: 'minimum', message: 'Не меньше 500' } },
  ])
  expect(await fields({ x: -1, y: 0, side: 500 })).toEqual([400, { x: { rule: 'minimum', message: 'Не меньше 0' } }])
  expect(await fields({ x: 0.5, y: 0, side: 500 })).toMatchObject([400, { x: { rule: 'type' } }])
})

test('VL-11 R-40 the whole picture is checked, even when only an intact part of it is requested', async () => {
  const field = { width: 900, height: 900, channels: 3, background: '#888' } as const
  const noise = sharp({ create: { ...field, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
  const frames = colours.map((background) =>
    sharp({ create: { ...field, background } })
      .png()
      .toBuffer(),
  )
  const whole = await noise.clone().jpeg().toBuffer()
  const png = await noise.clone().png().toBuffer()
  const broken = [422, 'image_corrupted', 'Изображение повреждено. Выберите другой файл']
  const cases: [string, Uint8Array, unknown[]][] = [
    ['половина jpeg', whole.subarray(0, whole.length / 2), broken],
    ['jpeg без последних байтов', whole.subarray(0, whole.length - 300), broken],
    ['половина png', png.subarray(0, png.length / 2), broken],
    [
      'несколько кадров',
      await sharp(await Promise.all(frames), { join: { animated: true } })
        .gif()
        .toBuffer(),
      [422, 'image_animated', 'Анимация не подойдёт. Выберите неподвижное изображение'],
    ],
    [
      'webp под видом jpg',
      await noise.clone().webp().toBuffer(),
      [415, 'file_type_unsupported', 'Файлы такого вида не принимаются. Подойдут: jpg, jpeg, png, gif'],
    ],
    [
      '20 000 пикселей в ширину',
      await sharp({ create: { ...field, width: 20_000, height: 600 } })
        .png()
        .toBuffer(),
      [422, 'image_too_large', 'Изображение слишком большое: не больше 50 мегапикселей и 16000 пикселей по стороне'],
    ],
    ['пустая', new Uint8Array(), [422, 'file_empty', 'Файл пустой. Выберите другой']],
  ]
  for (const [name, bytes, refusal] of cases)
    for (const asked of [{}, { x: 0, y: 0, side: 500 }])
      expect([name, asked, await refusalOf(bytes, asked)]).toEqual([name, asked, refusal])
  expect((await put(whole, { x: 0, y: 0, side: 500 })).status).toBe(200)
})

test.each([
  [1001, 600, null, { x: 200, y: 0, side: 600 }],
  [600, 1001, null, { x: 0, y: 200, side: 600 }],
  [600, 600, null, { x: 0, y: 0, side: 600 }],
  [900, 700, { x: 300, y: 100, side: 600 }, { x: 300, y: 100, side: 600 }],
  [900, 700, { x: 301, y: 100, side: 600 }, null],
  [900, 700, { x: 300, y: 101, side: 600 }, null],
])('in a picture of %i × %i pixels, the requested square %j becomes %j', (width, height, asked, square) => {
  const cut = () => squareWithin({ width, height }, asked)
  if (square) expect(cut()).toEqual(square)
  else expect(cut).toThrow(expect.objectContaining({ code: 'image_cut_outside', values: { width, height } }))
})

test.each([
  [1100, 1024],
  [1024, 1024],
  [900, 900],
])('a square with sides of %i pixels is stored with sides of %i', async (side, kept) => {
  const whole = sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
  const { info } = await cutSquare(whole, { x: 0, y: 0, side }).png().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([kept, kept])
})
