import { parentPort, workerData } from 'node:worker_threads'
import { certificateDocument } from './certificate-document.ts'

parentPort?.postMessage(await certificateDocument(workerData.words, workerData.made))
