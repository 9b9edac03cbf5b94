/** The only widths in which pictures are served, in pixels. */
export const viewSizes = [64, 128, 256, 512] as const
export type ViewSize = (typeof viewSizes)[number]

const viewed = new RegExp(`^/view/(${viewSizes.join('|')})x-([0-9a-f]{32})$`)

/** The address of a picture at a width. */
export const viewPath = (size: ViewSize, name: string): string => `/view/${size}x-${name}`

/** Size and name from the address of a picture; null for any other address. */
export function readViewPath(path: string): { size: ViewSize; name: string } | null {
  const [, size, name] = viewed.exec(path) ?? []
  return name === undefined ? null : { size: Number(size) as ViewSize, name }
}
