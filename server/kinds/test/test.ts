import { attemptStanding } from '#server/stages/attempt-standing.ts'
import { runningAttempt } from '#server/stages/attempts.ts'
import { attemptWork } from '#server/stages/finish-attempts.ts'
import { serverKind, settingsAt, type TakesWork } from '#server/stages/kind.ts'
import { workOwner } from '#server/stages/work-owner.ts'
import { testKind } from '#shared/kinds/test/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { bankChecks } from './bank-checks.ts'
import { handedInWords } from './handed-in-words.ts'
import { countMoved, keptAnswers } from './kept-answers.ts'
import { paperFor } from './make-papers.ts'
import { ownTests } from './own-tests.ts'
import { questionPictures } from './question-pictures.ts'
import { scoreAttempts, scoredAttempts } from './score-attempts.ts'

const finishing = attemptWork(handedInWords)

const work: TakesWork = {
  ...finishing,
  async take(db, services, incoming) {
    const { accountId, stage, data } = incoming
    const running = await runningAttempt(db, workOwner(stage, accountId), true)
    // Only the device that works on the attempt may end it, because its answers may be on their way.
    if (running && running.device !== data.device) throw new Refusal('attempt_elsewhere')
    return finishing.take(db, services, incoming)
  },
}

export const test = serverKind(testKind, {
  work,
  attempts: {
    minutes: ({ row }) => settingsAt(testKind, row).minutes,
    async atBegin(tx, { stage, ...begun }) {
      await paperFor(tx, { stage: stage.row, track: stage.facts.track, ...begun })
    },
    async atEnd(db, _services, ended) {
      await countMoved(db, ended)
      const ids = ended.map(({ id }) => id)
      const kept = await keptAnswers(db, ids)
      return ended.map(({ id, number, by }) => {
        const answers = Object.fromEntries((kept.get(id) ?? []).map(({ version, answer }) => [version, answer]))
        return { data: { attempt: number, finished_by: by, answers }, follows: 'wait' as const }
      })
    },
  },
  standing: attemptStanding,
  async rawScores(db, stageId) {
    await scoreAttempts(db, stageId)
    return new Map((await scoredAttempts(db, stageId)).map(({ account_id, score }) => [account_id, score]))
  },
  ownData: { name: 'tests', title: 'Ответы на тесты', read: ownTests },
  files: questionPictures,
  checks: bankChecks,
  checklist: ({ settings, tracks }, season) =>
    settings.sections.length > 0 ||
    season.tracks.every(({ code }) => (tracks.length > 0 && !tracks.includes(code)) || settings.track_sections[code])
      ? []
      : [{ level: 'red' as const, text: 'Не сказано, из каких вопросов составляется вариант' }],
})
