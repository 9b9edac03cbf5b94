import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import type { Section } from '#shared/kinds/test/contract.ts'
import type { Drawable } from './draw-paper.ts'
import { dryRun } from './dry-run.ts'

interface Input {
  sections: Section[]
  bank: Drawable[]
  people: number
}

answerInThread(({ sections, bank, people }: Input) => dryRun(sections, bank, people))
