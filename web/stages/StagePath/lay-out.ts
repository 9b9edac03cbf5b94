import { isCurrent, type StageNode } from './stage-node.ts'

/** The place of a stage on the wide path, whose rows run from left to right with a turn at the end of each. */
export type Place = {
  node: StageNode
  hero: boolean
  /** Of twelve grid columns. */
  span: number
  inRow: number
  startsRow: boolean
  endsRow: boolean
  before: 'nothing' | 'stops' | 'hero'
  after: 'nothing' | 'stops' | 'hero'
}

const maxInRow = 4

/** Each due stage has its own row; the others are spread evenly, at most four per row. */
export function layOut(nodes: readonly StageNode[]): Place[] {
  const rows: { hero: boolean; nodes: StageNode[] }[] = []
  let run: StageNode[] = []
  const endRun = () => {
    const count = Math.ceil(run.length / maxInRow)
    for (let row = 0; row < count; row++) {
      rows.push({
        hero: false,
        nodes: run.slice(Math.round((run.length * row) / count), Math.round((run.length * (row + 1)) / count)),
      })
    }
    run = []
  }
  for (const node of nodes) {
    if (node.status === 'hidden') continue
    if (isCurrent(node)) {
      endRun()
      rows.push({ hero: true, nodes: [node] })
    } else run.push(node)
  }
  endRun()
  const kind = (row: number) => (rows[row] ? (rows[row].hero ? 'hero' : 'stops') : 'nothing')
  return rows.flatMap(({ hero, nodes: inRow }, row) =>
    inRow.map((node, i) => ({
      node,
      hero,
      span: 12 / inRow.length,
      inRow: inRow.length,
      startsRow: i === 0,
      endsRow: i === inRow.length - 1,
      before: kind(row - 1),
      after: kind(row + 1),
    })),
  )
}
