/**
 * The environment of a process whose machine's clock is off by this many milliseconds: everything in it that asks for the
 * present time gets a wrong one. SIGWINCH makes the clock jump by `jump`, and the next one back.
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
