import { conditionsInWords, type Gate, type GatePerson, type StageStanding, stagesAskedBy } from './gate.ts'

/** The parts of a gate that can be removed one by one, and whether all of them are required or any one. */
export interface GateParts {
  of: 'all' | 'any'
  parts: readonly Gate[]
}

export function partsOf(gate: Gate | null): GateParts {
  if (gate === null) return { of: 'all', parts: [] }
  if ('all' in gate) return { of: 'all', parts: gate.all }
  return 'any' in gate ? { of: 'any', parts: gate.any } : { of: 'all', parts: [gate] }
}

export function gateOf({ of, parts }: GateParts): Gate | null {
  if (parts.length === 0) return null
  return of === 'all' ? { all: [...parts] } : { any: [...parts] }
}

/** Each part of a gate as a sentence for a person who has done nothing yet. `titles` are the stages' titles by code. */
export function gateInWords(gate: Gate | null, titles: ReadonlyMap<string, string>): string[] {
  return partsOf(gate).parts.map((part) => {
    const sentences = conditionsInWords(part, nobody(stagesAskedBy(part), titles))
    return sentences.join('any' in part ? ', или: ' : '; ')
  })
}

function nobody(asked: readonly string[], titles: ReadonlyMap<string, string>): GatePerson {
  const standings = asked.flatMap((code): [string, StageStanding][] => {
    const title = titles.get(code)
    return title === undefined ? [] : [[code, { title, state: 'under_way', submitted: false, score: null }]]
  })
  return {
    stages: Object.fromEntries(standings),
    track: null,
    region: null,
    door: null,
    tags: [],
    team: 'none',
    consents: [],
    pastFinalist: false,
  }
}
