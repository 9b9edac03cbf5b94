import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A position in a built file, both numbers counted from 1. */
interface Place {
  line: number
  column: number
}

/**
 * Makes later stacks show the lines of the sources for built files of this directory. The map is read when a stack is
 * read, and only the positions of that stack are kept: Node's own reader would hold 60 MB after the first error.
 */
export function tellSourceLines(directory: string): void {
  const known = new Map<string, string>()
  const nameOf = (frame: NodeJS.CallSite) =>
    `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`
  Error.prepareStackTrace = (error, frames) => {
    if (known.size > maxKnown) known.clear()
    const unknown = frames.filter((frame) => frame.getFileName()?.startsWith(directory) && !known.has(nameOf(frame)))
    for (const [file, ofFile] of Map.groupBy(unknown, (frame) => frame.getFileName() ?? '')) {
      const places = ofFile.map((frame) => ({ line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 }))
      for (const [index, source] of sourcesOf(file, places).entries())
        known.set(nameOf(ofFile[index] as NodeJS.CallSite), source)
    }
    const lines = frames.map((frame) => {
      const name = nameOf(frame)
      return `\n    at ${String(frame).replace(name, known.get(name) ?? name)}`
    })
    return `${error}${lines.join('')}`
  }
}

const maxKnown = 10_000

/** The positions in the sources. A position belongs to the last mapping at or before it in its line. */
function sourcesOf(file: string, places: Place[]): string[] {
  const { sources, mappings } = readMap(file)
  const lastLine = Math.max(...places.map(({ line }) => line))
  const found = places.map(({ line, column }) => `${file}:${line}:${column}`)
  for (const at of placesOf(mappings, lastLine))
    for (const [index, { line, column }] of places.entries())
      if (at.line === line && at.column <= column)
        found[index] = `${join(dirname(file), sources[at.source] ?? '')}:${at.sourceLine}:${at.sourceColumn}`
  return found
}

function readMap(file: string): { sources: string[]; mappings: string } {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  } catch {
    return { sources: [], mappings: '' }
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digitOf = new Map([...digits].map((digit, value) => [digit, value]))

/**
 * The mappings of a source map, up to this line. Semicolons separate lines, commas separate mappings; a mapping has
 * five numbers, each the difference from the previous one of its kind: column, source, line and column there, name.
 */
function* placesOf(mappings: string, lastLine: number) {
  const at = { line: 0, column: 1, source: 0, sourceLine: 1, sourceColumn: 1 }
  for (const places of mappings.split(';', lastLine)) {
    at.line += 1
    at.column = 1
    for (const place of places.split(',')) {
      const [column = 0, source = 0, sourceLine = 0, sourceColumn = 0] = numbersOf(place)
      at.column += column
      at.source += source
      at.sourceLine += sourceLine
      at.sourceColumn += sourceColumn
      yield at
    }
  }
}

/** Five bits per digit, lowest first; the sixth bit means that more follow. The lowest bit of a number is its sign. */
function numbersOf(place: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of place) {
    const digit = digitOf.get(letter) ?? 0
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    value = 0
    shift = 0
  }
  return numbers
}
