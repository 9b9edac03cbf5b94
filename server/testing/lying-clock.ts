/**
 * The environment of a process whose clock is off by this many milliseconds: every reading of the present time is
 * wrong. SIGWINCH makes the clock jump by `jump`, the next SIGWINCH back.
 */
export function lyingClock({ off = 0, jump = 0 }: { off?: number; jump?: number }): Record<string, string> {
  const code = `
    const Right = Date
    let off = ${off}
    globalThis.Date = class Date extends Right {
      constructor(...given) {
        super(...(given.length === 0 ? [Right.now() + off] : given))
      }
      static now() {
        return Right.now() + off
      }
    }
    let jump = ${jump}
    process.on('SIGWINCH', () => {
      off += jump
      jump = -jump
    })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}
