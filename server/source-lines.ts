import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Lines and columns of the made file, each counted from 1, as `4038:501`. */
type Spot = string

/**
 * From here on, a stack that goes through the server in one file tells the lines of the sources. The map is read when a stack is,
 * and only the places that were asked for are kept: Node's own reader would hold 60 MB from the first fault on.
 */
export function tellSourceLines(directory: string): void {
  const found = new Map<string, Map<Spot, string>>()
  Error.prepareStackTrace = (error, frames) => {
    const said = frames.map((frame) => {
      const file = frame.getFileName()
      const text = String(frame)
      if (!file?.startsWith(directory)) return text
      const spot = `${frame.getLineNumber()}:${frame.getColumnNumber()}`
      return { text, file, spot, made: `${file}:${spot}` }
    })
    const asked = said.filter((line) => typeof line === 'object')
    for (const [file, lines] of Map.groupBy(asked, ({ file }) => file)) {
      const known = found.get(file) ?? new Map<Spot, string>()
      if (known.size > maxKept) known.clear()
      const unknown = new Set(lines.map(({ spot }) => spot).filter((spot) => !known.has(spot)))
      if (unknown.size > 0) for (const [spot, source] of sourcesOf(file, unknown)) known.set(spot, source)
      found.set(file, known)
    }
    const line = (each: (typeof said)[number]) =>
      typeof each === 'string' ? each : each.text.replace(each.made, found.get(each.file)?.get(each.spot) ?? each.made)
    return [String(error), ...said.map((each) => `\n    at ${line(each)}`)].join('')
  }
}

const maxKept = 10_000
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOf = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]))
const [nextLine, nextPlace] = [';'.charCodeAt(0), ','.charCodeAt(0)]

/** Reads the map up to the last spot. All its numbers are differences: column, source, line, column of the source, name. */
function sourcesOf(file: string, spots: Set<Spot>): Map<Spot, string> {
  const result = new Map<Spot, string>()
  const { mappings, sources } = readMap(file)
  const asked = [...spots]
    .map((spot) => ({ spot, line: Number(spot.split(':')[0]), column: Number(spot.split(':')[1]) }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
  const at = { line: 1, column: 0, source: 0, sourceLine: 0, sourceColumn: 0 }
  // The last place before the spot is the one that it belongs to.
  let before = { ...at, mapped: false }
  let next = 0
  /** Answers every spot that lies before the place that was just read. */
  const pass = (line: number, column: number) => {
    for (let spot = asked[next]; spot && (spot.line < line || (spot.line === line && spot.column <= column)); ) {
      if (before.mapped && before.line === spot.line)
        result.set(
          spot.spot,
          `${join(dirname(file), sources[before.source] ?? '')}:${before.sourceLine + 1}:${before.sourceColumn + 1}`,
        )
      next += 1
      spot = asked[next]
    }
  }
  const numbers = [0, 0, 0, 0, 0]
  let [field, value, shift] = [0, 0, 0]
  const endPlace = () => {
    if (field === 0) return
    at.column += numbers[0] ?? 0
    pass(at.line, at.column)
    if (field >= 4) {
      at.source += numbers[1] ?? 0
      at.sourceLine += numbers[2] ?? 0
      at.sourceColumn += numbers[3] ?? 0
    }
    before = { ...at, mapped: field >= 4 }
    field = 0
  }
  for (let index = 0; index < mappings.length && next < asked.length; index += 1) {
    const code = mappings.charCodeAt(index)
    if (code === nextPlace) endPlace()
    else if (code === nextLine) {
      endPlace()
      at.line += 1
      at.column = 0
      pass(at.line, 0)
    } else {
      const digit = valueOf.get(code) ?? 0
      value += (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      numbers[field] = value & 1 ? -(value >>> 1) : value >>> 1
      field += 1
      value = shift = 0
    }
  }
  endPlace()
  pass(Number.POSITIVE_INFINITY, 0)
  return result
}

function readMap(file: string): { mappings: string; sources: string[] } {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  } catch {
    return { mappings: '', sources: [] }
  }
}
