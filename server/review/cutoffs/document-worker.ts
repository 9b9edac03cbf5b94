import { parentPort, workerData } from 'node:worker_threads'
import { type ProtocolText, protocolDocument } from './protocol-document.ts'

parentPort?.postMessage(await protocolDocument(workerData as ProtocolText))
