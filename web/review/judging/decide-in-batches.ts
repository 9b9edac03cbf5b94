/** Calls `act` with the works part by part, reports how many are done, and adds up the results. */
export async function inBatches(
  works: readonly number[],
  size: number,
  act: (part: number[]) => Promise<number>,
  onProgress: (done: number) => void,
): Promise<number> {
  let sum = 0
  for (let at = 0; at < works.length; at += size) {
    onProgress(at)
    sum += await act(works.slice(at, at + size))
  }
  return sum
}
