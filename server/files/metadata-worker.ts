import { parentPort, workerData } from 'node:worker_threads'
import { cleanOffice, cleanPdf } from './clean-document.ts'

export interface Metadata {
  kind: 'pdf' | 'office'
  bytes: Uint8Array
}

const { kind, bytes } = workerData as Metadata
parentPort?.postMessage(kind === 'pdf' ? await cleanPdf(bytes) : cleanOffice(bytes))
