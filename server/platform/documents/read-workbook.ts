import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** The rows of every sheet by its name; the first row of a sheet is number 0. */
export type Workbook = Record<string, string[][]>

export interface WorkbookLimits {
  sheets: number
  rows: number
  columns: number
  /** Characters of one cell. */
  cell: number
}

const timeout = 15_000
const heapMegabytes = 256

/**
 * Reads an xlsx in a thread of its own, so that a file made to exhaust memory or processor ends only that thread. Null
 * for a file that is no workbook or exceeds the limits.
 */
export async function readWorkbook(path: string, limits: WorkbookLimits): Promise<Workbook | null> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { bytes: await readFile(path), limits },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  })
  const late = setTimeout(() => void worker.terminate(), timeout)
  try {
    return await new Promise<Workbook | null>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', () => resolve(null))
      worker.once('exit', () => resolve(null))
    })
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
