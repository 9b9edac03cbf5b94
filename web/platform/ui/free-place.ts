interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  left: number
  top: number
}

const gap = 16
const step = 8

/**
 * Where a notice of this size covers none of `taken`: as low as there is room, at the left, in the middle or at the
 * right. Null: nowhere.
 */
export function freePlace(notice: Size, view: Size, taken: readonly Box[]): { left: number; top: number } | null {
  const right = view.width - notice.width - gap
  const lefts = [...new Set([gap, (view.width - notice.width) / 2, right])].filter((left) => left >= 0 && left <= right)
  for (let top = view.height - notice.height - gap; top >= gap; top -= step)
    for (const left of lefts) if (!covers({ ...notice, left, top }, taken)) return { left, top }
  return null
}

export const covers = (notice: Box, taken: readonly Box[]): boolean => taken.some((box) => meets(notice, box))

const meets = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height
