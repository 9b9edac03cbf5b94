/** A square within a picture, in the picture's own pixels. */
export interface Square {
  x: number
  y: number
  side: number
}

export interface Size {
  width: number
  height: number
}

/** The largest square in the middle; in a tall picture a little higher, where faces are. */
export function firstSquare({ width, height }: Size): Square {
  const side = Math.min(width, height)
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 3), side }
}

/** Moves and resizes the square so that it is inside the picture and has at least the side `min`. */
export function withinPicture(square: Square, { width, height }: Size, min: number): Square {
  const side = clamp(Math.round(square.side), min, Math.min(width, height))
  return {
    x: clamp(Math.round(square.x), 0, width - side),
    y: clamp(Math.round(square.y), 0, height - side),
    side,
  }
}

/** The same centre with another side. */
export function resized(square: Square, side: number, picture: Size, min: number): Square {
  const grown = (square.side - side) / 2
  return withinPicture({ x: square.x + grown, y: square.y + grown, side }, picture, min)
}

interface PercentCrop {
  unit: '%'
  x: number
  y: number
  width: number
  height: number
}

export const toPercent = ({ x, y, side }: Square, { width, height }: Size): PercentCrop => ({
  unit: '%',
  x: (x / width) * 100,
  y: (y / height) * 100,
  width: (side / width) * 100,
  height: (side / height) * 100,
})

export const fromPercent = (crop: Omit<PercentCrop, 'unit'>, { width, height }: Size): Square => ({
  x: (crop.x / 100) * width,
  y: (crop.y / 100) * height,
  side: (crop.width / 100) * width,
})

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))
