import type { Services } from '#server/services.ts'
import { ownersWords } from '#server/stages/authors-words.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { takesWork } from '#server/stages/work.ts'
import { draftOf, lastHandIn, workOwner } from '#server/stages/work-owner.ts'
import { namesIn, withoutAddresses } from '#shared/platform/text/names-in.ts'
import { personalDataIn } from '#shared/platform/text/personal-data-in.ts'
import { workInWords } from './read-reading.ts'
import { isJudged, judgingOf, usualJudging } from './store.ts'

/**
 * The draft or the hand-in as its judges will read it, with or without identifying words, and the words that identify
 * the author. Members of a team are never named.
 */
export async function previewWork(services: Services, accountId: number, stageId: number) {
  const { db, seasons, clock } = services
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  const work = takesWork(stage)
  const owner = workOwner(stage, accountId)
  const data = (await draftOf(db, owner))?.data ?? (await lastHandIn(db, owner))?.data
  const { blind } = (await judgingOf(db, stageId)) ?? usualJudging(stage.row)
  if (!data) return { blind, lines: [], hints: [], personal: [] }
  const { settings } = stage.row
  const formVersion = stage.row.form?.version ?? 0
  const [lines = []] = await work.inWords(db, [{ settings, stageId, formVersion, data }], services)
  const words = await ownersWords(db, owner)
  const reading = {
    ...{ stage_id: stageId, competition_code: stage.row.competitionCode, form_version: formVersion, data, blind },
    ...{ account_id: owner.accountId, team_id: owner.teamId },
  }
  return {
    blind,
    // Work that nobody judges has no preview for judges. The author can open the files; here only their names are
    // given.
    lines: (isJudged(stage.row) ? await workInWords(services, reading) : []).map(({ files: _files, ...line }) => line),
    hints: [...new Set(lines.flatMap(({ value }) => namesIn(withoutAddresses(value), words)))],
    personal: [...new Set(lines.flatMap(({ value }) => personalDataIn(value)))],
  }
}
