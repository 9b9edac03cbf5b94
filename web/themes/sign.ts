/**
 * A competition's sign on a ground of 40 × 40, in two inks: the one of the text around it and the accent. Data and not a
 * component, because the build draws the icons of the manifest from the same lines.
 */
export type Sign = readonly SignShape[]

export interface SignShape {
  d: string
  ink?: 'accent'
  /** The width of a line; without it the shape is filled. */
  line?: number
}

/** A disc, as a path. */
export const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
