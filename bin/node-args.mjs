/**
 * What the portal's process is started with. The space for new objects may grow to 8 MB, not 16: with it, files of any size
 * come and go within 270 MB instead of 310, and a request costs the same. Old objects are collected when there are a third more
 * of them than were kept the last time, not up to four times as many: tables of 230,000 rows are then written within 212 MB
 * instead of 361. That counts from 96 MB on, so that a start, which loads about as much, is not slowed down by it.
 */
export const nodeArgs = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--initial-heap-size=96',
  // Said of the one function by which strip-types-once.mjs removes types.
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('./strip-types-once.mjs', import.meta.url).href}`,
]

/**
 * What the C library of Linux reads at the start. Otherwise every thread has a heap of its own, and none gives back what it
 * once took: files in a storage by S3 then need some 30 MB more (docs/decisions/0047).
 */
export const nodeEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
