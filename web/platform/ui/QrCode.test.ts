import { expect, test } from 'vitest'
import { darkPath, qrCells } from './QrCode.tsx'

test('RT-07 every dark cell of the code is drawn once and no light one', async () => {
  const cells = await qrCells('https://portal.example/ru_season_5/register?invite=abcdefghjk')
  const drawn = new Uint8Array(cells.size ** 2)
  for (const [, x = '', y = '', width = ''] of darkPath(cells).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step += 1) drawn[Number(y) * cells.size + Number(x) + step] = 1
  expect(drawn).toEqual(cells.data.map((cell) => (cell ? 1 : 0)))
})
