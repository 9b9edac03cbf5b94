import { parentPort, workerData } from 'node:worker_threads'
import { worksDocument } from '#server/review/judging/works-document.ts'

parentPort?.postMessage(await worksDocument(workerData.title, workerData.printed))
