import type { Db, Tx } from '#server/db.ts'
import { ownFiles } from '#server/forms/files/store.ts'
import type { IncomingWork, ServerStageKind, TakenWork, TakesWork } from '#server/stages/kind.ts'
import { closed } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { mentorBoundsInWords, mentorReasons, mentorSelection } from '#shared/programme/mentors/selection.ts'
import { choiceSettings } from './choice-of.ts'
import { chosenIn } from './chosen.ts'
import { boundsOf, mayChoose } from './may-choose.ts'
import { offerTo } from './offer.ts'
import { type ChosenMentor, keepMentors, mentorsToChoose, proposedBefore, replaceChoices } from './store.ts'

/** The server's part of every stage kind in which mentors are chosen. */
export const mentorChoiceParts: Omit<ServerStageKind, 'contract' | 'work'> & { work: TakesWork } = {
  work: {
    questions: () => null,

    async take(tx, _services, work) {
      return kept(work, await looked(tx, work, false))
    },

    draft: {
      async look(db, work) {
        return { data: { choosed_mentors: await looked(db, work, true) }, faults: {} }
      },
      /** Hands in only a choice that the person could also hand in. */
      async atEnd(tx, _services, work) {
        const { accountId, stage } = work
        const wanted = chosenIn(work.data)
        const ids = wanted.map(({ mentor_id }) => mentor_id)
        const of = { accountId, stageId: stage.row.id }
        const before = await proposedBefore(tx, of)
        await keepMentors(tx, stage.row.id, ids)
        const known = (await mentorsToChoose(tx, of, ids, work.now))
          .filter(({ id, left, conflict }) => !conflict && (left !== 0 || before.has(id)))
          .map(({ id }) => id)
        const own = await ownFiles(tx, accountId, fileIdsOf(wanted))
        const chosen = wanted
          .filter(({ mentor_id }) => known.includes(mentor_id))
          .map((each) => ({ ...each, file_id: each.file_id !== null && own.has(each.file_id) ? each.file_id : null }))
        return mentorSelection(chosen.length, boundsOf(stage.row)).fault === null ? kept(work, chosen) : null
      },
    },

    toCheck: null,

    async inWords(db, handedIn) {
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
  },
  attempts: null,
  standing: null,
  ownData: null,
  files: null,
  checklist: (stage) => {
    const { min_mentors: min, max_mentors: max } = boundsOf(stage)
    return max > 0 && min > max ? [{ level: 'red', text: 'Наставников не меньше, чем можно выбрать' }] : []
  },
}

type Looked = Pick<IncomingWork, 'accountId' | 'stage' | 'data' | 'receivedAt'>

/** The checked choice. Refuses when it may not be made now, or has people who are no mentors of this stage. */
async function looked(db: Db | Tx, { accountId, stage, data, receivedAt }: Looked, draft: boolean) {
  if (!mayChoose(stage, receivedAt, draft)) throw closed(stage.state)
  const chosen = chosenIn(data)
  const bounds = boundsOf(stage.row)
  const { fault, missing } = mentorSelection(chosen.length, bounds)
  const words = mentorBoundsInWords(bounds)
  if (fault === 'too_many') throw new Refusal('mentors_too_many', { values: { words } })
  if (fault === 'too_few' && !draft) throw new Refusal('mentors_too_few', { values: { words, missing } })
  const ids = chosen.map(({ mentor_id }) => mentor_id)
  const of = { accountId, stageId: stage.row.id }
  if (!draft) await keepMentors(db, stage.row.id, ids)
  const known = await mentorsToChoose(db, of, ids, receivedAt)
  if (known.length < ids.length) throw new Refusal('mentor_unavailable')
  if (!draft) {
    const related = known.find(({ conflict }) => conflict)
    if (related) throw new Refusal('mentor_conflict', { values: { name: related.fio } })
    const before = await proposedBefore(db, of)
    const full = known.find(({ id, left }) => left === 0 && !before.has(id))
    if (full) throw new Refusal('mentor_full', { values: { name: full.fio } })
  }
  const own = await ownFiles(db, accountId, fileIdsOf(chosen))
  const faults = chosen.flatMap(({ file_id }, at) =>
    file_id !== null && !own.has(file_id)
      ? [[`choosed_mentors.${at}.file_id`, { rule: 'file', message: 'Файл не найден. Загрузите его ещё раз' }] as const]
      : [],
  )
  if (faults.length > 0) throw new Refusal('form_invalid', { fields: Object.fromEntries(faults) })
  return chosen
}

const fileIdsOf = (chosen: readonly ChosenMentor[]) => [...new Set(chosen.flatMap(({ file_id }) => file_id ?? []))]

const kept = ({ accountId, stage, receivedAt }: Looked, chosen: ChosenMentor[]): TakenWork => ({
  data: { choosed_mentors: chosen },
  fileIds: fileIdsOf(chosen),
  follows: 'wait',
  async keep(tx) {
    const stageId = stage.row.id
    await replaceChoices(tx, { accountId, stageId }, chosen, receivedAt)
    const { way, answer_days: days } = choiceSettings(stage.row)
    if (way !== 'matching') await offerTo(tx, { stageId, accountIds: [accountId], days, matched: false }, receivedAt)
  },
})

function inWords({ mentor_id, reasons, comment }: ChosenMentor, place: number, names: ReadonlyMap<number, string>) {
  const why = reasons.map((reason) => mentorReasons[reason as keyof typeof mentorReasons].toLowerCase())
  const name = names.get(mentor_id) ?? 'Наставник больше не участвует'
  return {
    section: 'Выбранные наставники',
    label: `${place + 1}. ${name}`,
    value: [why.join(', '), comment].filter(Boolean).join('. ') || 'Без пояснений',
  }
}
