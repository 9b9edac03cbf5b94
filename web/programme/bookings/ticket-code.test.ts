import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCells } from '#web/platform/ui/QrCode.tsx'

test('KA-20 the camera’s reader reads the code that a ticket draws', async () => {
  const ticket = '3f0c1a52-7d0e-4a8b-9c55-0f6f7b1f2a11'
  const { size, data } = await qrCells(ticket)
  const [scale, edge] = [6, 4]
  const whole = (size + 2 * edge) * scale
  const pixels = new Uint8ClampedArray(whole * whole * 4).fill(255)
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1) {
      if (!data[Math.floor(y / scale) * size + Math.floor(x / scale)]) continue
      const at = ((y + edge * scale) * whole + x + edge * scale) * 4
      pixels.fill(0, at, at + 3)
    }
  expect(decodeQR({ width: whole, height: whole, data: pixels })).toBe(ticket)
})
