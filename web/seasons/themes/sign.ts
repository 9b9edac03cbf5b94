/**
 * A competition's sign on a grid of 40 × 40 in two colours: the text colour and the accent. Data instead of a
 * component, because the build also draws the manifest's icons from it.
 */
export type Sign = readonly SignShape[]

export interface SignShape {
  d: string
  ink?: 'accent'
  /** The width of a line; without it the shape is filled. */
  line?: number
}

/** A filled circle as a path. */
export const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
