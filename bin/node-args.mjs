/**
 * What the portal's process is started with. The space for new objects may grow to 8 MB, not 16: with it, files of any size
 * come and go within 270 MB instead of 310, and a request costs the same.
 */
export const nodeArgs = ['--max-semi-space-size=8']
