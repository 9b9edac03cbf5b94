import type { Tx } from '#server/db.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { mentorChoiceKind } from '#shared/programme/mentor_choice/contract.ts'
import type { ChoiceSettings } from '#shared/programme/mentors/choice-settings.ts'

/** The settings of a stage at which mentors are chosen, of either kind. */
export const choiceSettings = (stage: Pick<SeasonStage, 'settings'>): ChoiceSettings =>
  settingsAt(mentorChoiceKind, stage)

export interface Pair {
  accountId: number
  stageId: number
  mentorId: number
}

/** The row of a person and a mentor, locked until the transaction ends. */
export const lockPair = (tx: Tx, { accountId, stageId, mentorId }: Pair) =>
  tx
    .selectFrom('mentor_choices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('mentor_id', '=', mentorId)
    .forUpdate()
    .executeTakeFirst()

export const setPair = (tx: Tx, { accountId, stageId, mentorId }: Pair) =>
  tx
    .updateTable('mentor_choices')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('mentor_id', '=', mentorId)
