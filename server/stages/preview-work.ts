import type { Services } from '#server/services.ts'
import { namesIn, withoutNames } from '#shared/text/names-in.ts'
import { personalDataIn } from '#shared/text/personal-data-in.ts'
import { ownersWords } from './authors-words.ts'
import { oneStage } from './one-stage.ts'
import { takesWork } from './work.ts'
import { draftOf, lastHandIn, workOwner } from './work-owner.ts'

/**
 * The draft or the hand-in as assessors read it who must not know the author, and the words that identify the author. Of a team
 * no member is named.
 */
export async function previewWork(services: Services, accountId: number, stageId: number) {
  const { db, seasons, clock } = services
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  const work = takesWork(stage)
  const owner = workOwner(stage, accountId)
  const data = (await draftOf(db, owner))?.data ?? (await lastHandIn(db, owner))?.data
  if (!data) return { lines: [], hints: [], personal: [] }
  const { settings } = stage.row
  const [lines = []] = await work.inWords(
    db,
    [{ settings, stageId, formVersion: stage.row.form?.version ?? 0, data }],
    services,
  )
  const words = await ownersWords(db, owner)
  return {
    lines: lines.map(({ files: _names, ...line }) => ({ ...line, value: withoutNames(line.value, words) })),
    hints: [...new Set(lines.flatMap(({ value }) => namesIn(value, words)))],
    personal: [...new Set(lines.flatMap(({ value }) => personalDataIn(value)))],
  }
}
