/** Ids of the stages by `<competition>/<code>`. */
export type StageIds = ReadonlyMap<string, number>

/** The id of a stage that the demo has made. */
export function numberOf(ids: StageIds, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demo has no stage ${name}`)
  return id
}
