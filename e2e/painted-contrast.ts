import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

interface PaintedText {
  words: string
  colour: [number, number, number]
  large: boolean
  box: { x: number; y: number; width: number; height: number }
}

/**
 * Texts inside `scope` with too little contrast to the pixels under them. axe cannot judge text on gradients and
 * drawings, so the pixels are measured. The worst tenth is ignored, because edges of shapes have few pixels.
 */
export async function faintTexts(page: Page, scope: string): Promise<string[]> {
  const { texts, shot } = await painted(page, scope)
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return texts.flatMap(({ words, colour, large, box }) => {
    const ratios: number[] = []
    const bottom = Math.min(box.y + box.height, info.height)
    const right = Math.min(box.x + box.width, info.width)
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 2)
      for (let x = Math.max(0, Math.floor(box.x)); x < right; x += 2) {
        const at = (y * info.width + x) * 3
        ratios.push(contrast(colour, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]))
      }
    if (ratios.length === 0) return []
    const worst = ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 10)] ?? 0
    return worst < (large ? 3 : 4.5) ? [`«${words}» ${worst.toFixed(2)}`] : []
  })
}

/** The texts and a screenshot without them, taken while nothing moves: after a resize the page may still be moving. */
async function painted(page: Page, scope: string) {
  let taken: { texts: PaintedText[]; shot: Buffer } = { texts: [], shot: Buffer.alloc(0) }
  await expect(async () => {
    const texts = await page.evaluate(textsIn, scope)
    await page.evaluate(() => document.documentElement.style.setProperty('-webkit-text-fill-color', 'transparent'))
    const shot = await page.screenshot({ scale: 'css' })
    await page.evaluate(() => document.documentElement.style.removeProperty('-webkit-text-fill-color'))
    expect(await page.evaluate(textsIn, scope)).toEqual(texts)
    taken = { texts, shot }
  }).toPass()
  return taken
}

/** Runs in the page. */
function textsIn(scope: string): PaintedText[] {
  const found: PaintedText[] = []
  for (const place of document.querySelectorAll(scope)) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      // Text for screen readers only is in a box of one pixel.
      if (!element || !node.textContent?.trim() || element.getBoundingClientRect().width < 3) continue
      const style = getComputedStyle(element)
      const [r = 0, g = 0, b = 0] = style.color.match(/[\d.]+/g)?.map(Number) ?? []
      const size = Number.parseFloat(style.fontSize)
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { x, y, width, height } of range.getClientRects()) {
        found.push({
          words: node.textContent.trim().slice(0, 40),
          colour: [r, g, b],
          large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
          box: { x, y: y + height * 0.15, width, height: height * 0.65 },
        })
      }
    }
  }
  return found
}

const channel = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const light = ([r, g, b]: readonly [number, number, number]) =>
  0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)

function contrast(one: readonly [number, number, number], other: readonly [number, number, number]): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}
