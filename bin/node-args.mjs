/**
 * The arguments of Node for the portal's process. The space for new objects may grow to 8 MB instead of 16: files of
 * any size are then sent and received within 270 MB instead of 310, at no cost per request. Old objects are collected
 * when their memory has grown by a third since the last collection, instead of up to four times: tables of 230,000 rows
 * are then written within 212 MB instead of 361. This applies from 96 MB on, so that a start, which loads about as
 * much, is not slowed down.
 */
export const nodeArgs = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--initial-heap-size=96',
  '--enable-source-maps',
]

/** The built portal (vite.server.config.ts). */
export const portalProgram = 'dist/server/main.mjs'

/**
 * Read by the C library of Linux at the start. Otherwise every thread has a heap of its own and never gives memory
 * back: files in an S3 storage then need some 30 MB more (docs/decisions/0047).
 */
export const nodeEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
