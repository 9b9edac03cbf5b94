import { parentPort, workerData } from 'node:worker_threads'
import type { Section } from '#shared/kinds/test/contract.ts'
import type { Drawable } from './draw-paper.ts'
import { dryRun } from './dry-run.ts'

const { sections, bank, people } = workerData as { sections: Section[]; bank: Drawable[]; people: number }

parentPort?.postMessage(dryRun(sections, bank, people))
