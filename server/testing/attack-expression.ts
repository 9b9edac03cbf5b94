import { createContext, Script } from 'node:vm'

/** The length of the texts. What grows with the square of the length takes at least several hundred times longer. */
const length = 30_000
/** Processor time in milliseconds. A linear expression takes up to ten, a square at least a hundred. */
export const maxAttackMs = 50
/** So much is no delay of this machine. An expression that has used it is stopped. */
const certainMs = 200

interface Item {
  /** One text that the item matches, and others of one character or of one way. */
  sample: string
  others: string[]
  /** A character that the item does not match. */
  misfit: string
  isEndless: boolean
  inside: Item[][]
}

/**
 * The slowest text for an expression, of those made from its own parts: what it repeats, after what comes before that,
 * with an end that does not fit. Null when each takes time in proportion to its length.
 */
export function attack(expression: RegExp): { text: string; ms: number } | null {
  const { source, flags } = expression
  const texts = [...hostileTo(source, flags)]
  // Usually all of them together are quick.
  if (timeOf(expression, texts) < maxAttackMs) return null
  for (const text of texts) {
    // The least of a few is free of what else this machine does.
    let ms = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5 && ms > maxAttackMs; round += 1) {
      ms = Math.min(ms, timeOf(expression, [text]))
      if (ms >= certainMs) break
    }
    if (ms > maxAttackMs) return { text: `${JSON.stringify(text.slice(0, 60))}…`, ms: Math.round(ms) }
  }
  return null
}

const context = createContext({ expression: /./, texts: [] })
const run = new Script('for (const text of texts) text.replace(expression, "")')

function timeOf(expression: RegExp, texts: readonly string[], patienceMs = certainMs * 1.25): number {
  expression.lastIndex = 0
  Object.assign(context, { expression, texts })
  const before = process.threadCpuUsage()
  let isStopped = false
  try {
    run.runInContext(context, { timeout: patienceMs })
  } catch {
    isStopped = true
  }
  const ms = process.threadCpuUsage(before).user / 1000
  // A busy machine gives less than a whole processor.
  return isStopped && ms < certainMs ? timeOf(expression, texts, patienceMs * 2) : ms
}

/** All texts to try: each is long and made of few parts. */
function hostileTo(source: string, flags: string): Set<string> {
  const reader = { rest: source, flags: flags.replace(/[gy]/g, '') }
  const ways = readWays(reader)
  const texts = new Set<string>()
  const walk = (items: readonly Item[], before: string) => {
    let head = before
    for (const [place, item] of items.entries()) {
      const next = items.slice(place + 1, place + 3)
      if (item.isEndless && head !== '') texts.add(repeated(head))
      if (item.isEndless) for (const text of around(head, item, next)) texts.add(text)
      for (const way of item.inside) walk(way, head)
      head += item.sample
    }
  }
  for (const way of ways) {
    walk(way, '')
    const whole = way.map(({ sample }) => sample).join('')
    if (whole !== '') for (const text of [whole, `${whole} `, `${whole}!`]) texts.add(repeated(text))
  }
  return texts
}

function around(head: string, { sample, others, misfit }: Item, next: readonly Item[]): string[] {
  const after = next.flatMap((item) => [item.sample, ...item.others]).slice(0, 4)
  const misfits = ['\u0001', misfit]
  const again = [sample, ...others].slice(0, 6).filter((text) => text !== '')
  return again.flatMap((text) => [
    ...[repeated(text), repeated(`${head}${text}`), repeated(`${head}${text} `), repeated(`${head}${text}\u0001`)],
    ...[
      `${head}${repeated(text)}`,
      `${misfit}${repeated(text)}${misfit}`,
      ...misfits.flatMap((end) => [`${head}${repeated(text)}${end}`, repeated(text) + end]),
    ],
    ...after.flatMap((end) => [
      ...[repeated(head + text + end), `${repeated(text)}${end}\u0001`],
      ...misfits.map((last) => `${head}${repeated(text + end)}${last}`),
    ]),
  ])
}

const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

interface Reader {
  rest: string
  flags: string
}

function take(reader: Reader, form: RegExp): RegExpExecArray | null {
  const taken = form.exec(reader.rest)
  if (taken) reader.rest = reader.rest.slice(taken[0].length)
  return taken
}

function readWays(reader: Reader): Item[][] {
  const ways: Item[][] = [[]]
  while (reader.rest !== '' && !reader.rest.startsWith(')'))
    if (take(reader, /^\|/)) ways.push([])
    else ways.at(-1)?.push(readItem(reader))
  return ways
}

function readItem(reader: Reader): Item {
  const item = readOne(reader)
  const quantifier = take(reader, /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/)
  if (!quantifier) return item
  const [, sign, min = '0', comma, max] = quantifier
  // Texts of a bounded part may be long enough to be tried, too.
  const isEndless = sign === '*' || sign === '+' || (comma === ',' && (max === '' || Number(max) > 20))
  return { ...item, isEndless, sample: item.sample.repeat(Math.max(1, Math.min(Number(min), 50))) }
}

function readOne(reader: Reader): Item {
  const one = { sample: '', others: [], misfit: '', isEndless: false, inside: [] }
  const group = take(reader, /^\((\?(?::|<?[=!]|<\w+>|[a-z]*(?:-[a-z]+)?:))?/)
  if (group) {
    const ways = readWays(reader)
    take(reader, /^\)/)
    const samples = ways.map((way) => way.map(({ sample }) => sample).join(''))
    const isPlace = /[=!]/.test(group[1] ?? '')
    const singles = ways.flatMap((way) => way.flatMap(({ sample, others }) => [sample, ...others.slice(0, 1)]))
    return {
      ...one,
      sample: isPlace ? '' : (samples[0] ?? ''),
      others: [...samples.slice(1), ...singles],
      inside: ways,
    }
  }
  if (take(reader, /^(?:[\^$]|\\[bB])/)) return one
  const source = take(reader, atom)?.[0] ?? ''
  if (/^\\[1-9k]/.test(source)) return one
  const fits = new RegExp(`^${source}$`, reader.flags)
  const [sample = '', ...others] = [...new Set([...(/^[^\\[.]/.test(source) ? source : ''), ...probes])].filter(
    (character) => fits.test(character),
  )
  const misfit = [...probes].find((character) => !fits.test(character)) ?? ''
  return { ...one, sample, others: others.slice(0, 4), misfit }
}

const atom = /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|k<\w+>|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|[\s\S])/u
const probes = 'a1я B_Я.-@/:\n\t9,;<>="\'()[]{}+*?!#$%&\\|~`^№é…\u0001\u200b\u202e😀'
