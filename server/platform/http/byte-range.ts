/** First and last byte; null: everything. Several ranges at once are not served, because no player requests them. */
export function byteRange(header: string | undefined, size: number): [number, number] | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'none' : [Math.max(0, size - Number(to)), size - 1]
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start >= size || end < start ? 'none' : [start, end]
}
