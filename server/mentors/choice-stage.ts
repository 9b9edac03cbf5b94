import { keepHandIn } from '#server/stages/hand-in.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'
import { mentorReasons, mentorSelection } from '#shared/mentors/selection.ts'
import { formalName } from '#shared/people/full-name.ts'
import { boundsOf } from './choose-mentors.ts'
import { chosenIn } from './chosen.ts'
import { type ChosenMentor, mentorsToChoose, replaceChoices } from './store.ts'

/** What every kind of stage at which mentors are chosen does for the engine. */
export const mentorChoiceStage: ServerStageKind = {
  answersInWords: async (db, handedIn) => {
    const choices = handedIn.map(({ data }) => chosenIn(data))
    const ids = choices.flat().map(({ mentor_id }) => mentor_id)
    const people = await db
      .selectFrom('accounts')
      .select(['id', 'last_name', 'first_name', 'middle_name'])
      .where('id', 'in', [0, ...new Set(ids)])
      .execute()
    const names = new Map(people.map((person) => [person.id, formalName(person)]))
    return choices.map((chosen) => chosen.map((choice, place) => inWords(choice, place, names)))
  },

  /** Only a choice that could have been handed in by hand. */
  handInDraft: async (tx, { accountId, stage, data, endedAt, now }) => {
    const stageId = stage.row.id
    const wanted = chosenIn(data)
    const ids = wanted.map(({ mentor_id }) => mentor_id)
    const known = (await mentorsToChoose(tx, { accountId, stageId }, ids)).map(({ id }) => id)
    const chosen = wanted.filter(({ mentor_id }) => known.includes(mentor_id))
    if (mentorSelection(chosen.length, boundsOf(stage.row.settings)).fault !== null) return
    const handedIn = { accountId, data: { choosed_mentors: chosen }, arrivedAt: endedAt, bySystem: true }
    await keepHandIn(tx, stage, handedIn, now)
    await replaceChoices(tx, { accountId, stageId }, chosen, endedAt)
  },
}

function inWords({ mentor_id, reasons, comment }: ChosenMentor, place: number, names: ReadonlyMap<number, string>) {
  const why = reasons.map((reason) => mentorReasons[reason as keyof typeof mentorReasons].toLowerCase())
  const name = names.get(mentor_id) ?? 'Наставник больше не участвует'
  return {
    section: 'Выбранные наставники',
    label: `${place + 1}. ${name}`,
    value: [why.join(', '), comment].filter(Boolean).join('. ') || 'Без пояснений',
  }
}
