import type { ReadableLine } from '#shared/forms/fields/answer.ts'

export interface DifferentLine {
  label: string
  mine: string
  theirs: string
}

/** The answers that differ between two versions, in the order of the first. A missing answer is empty. */
export function differentLines(mine: readonly ReadableLine[], theirs: readonly ReadableLine[]): DifferentLine[] {
  const name = ({ section, label }: ReadableLine) => `${section}: ${label}`
  const valuesOf = (lines: readonly ReadableLine[]) => new Map(lines.map((line) => [name(line), line.value]))
  const [here, there] = [valuesOf(mine), valuesOf(theirs)]
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((label) => {
    const [own, other] = [here.get(label) ?? '', there.get(label) ?? '']
    return own === other ? [] : [{ label, mine: own, theirs: other }]
  })
}
