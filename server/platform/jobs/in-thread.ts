import { Worker } from 'node:worker_threads'

/** Runs the worker of this file and returns what it posts. In a thread of its own: a solver blocks one for seconds. */
export async function inThread<Result>(file: URL, workerData: unknown): Promise<Result> {
  const worker = new Worker(file, { workerData, env: {} })
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread ended without a result')))
    })
  } finally {
    await worker.terminate()
  }
}
