import type { Sharp } from 'sharp'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** A square in pixels of the upright picture. */
export interface Square {
  x: number
  y: number
  side: number
}

/** The requested square, or the middle of the picture. Refuses with `image_cut_outside` when it crosses the edge. */
export function squareWithin({ width, height }: { width: number; height: number }, asked: Square | null): Square {
  const max = Math.min(width, height)
  if (!asked) return { x: Math.floor((width - max) / 2), y: Math.floor((height - max) / 2), side: max }
  const { x, y, side } = asked
  if (x + side > width || y + side > height) throw new Refusal('image_cut_outside', { values: { width, height } })
  return asked
}

/** In pixels. A square is never shown larger than this. */
const maxSide = 1024

/** Cuts the square out. A transparent picture gets a white background, on any page. */
export function cutSquare(upright: Sharp, { x, y, side }: Square): Sharp {
  const kept = Math.min(maxSide, side)
  const square = upright.extract({ left: x, top: y, width: side, height: side })
  return square.resize(kept, kept).flatten({ background: '#fff' })
}
