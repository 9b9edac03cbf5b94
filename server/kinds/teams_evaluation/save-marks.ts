import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { closed, refuseUnlessArrivedInTime, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import {
  behavioursOf,
  type MarkFaultAt,
  maxEqualMarks,
  type TeamMarks,
  teamMarkFaults,
} from '#shared/kinds/teams_evaluation/mark-rules.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type EvaluationSettings, type InEvaluation, type LockedTeam, lockTeam } from './evaluation-stage.ts'
import { keepFlags } from './flags.ts'
import { readMarksPage } from './read-page.ts'
import { keepSheets, pairsIn, pseudonym, type Sheets, sheetsAbout } from './sheets.ts'

export interface TypedSheet {
  test_id: number
  marks: TeamMarks
  words: string
}

/** Keeps the draft of a person. `basedOn` is the revision that was edited; without it the latest save wins. */
export async function saveMarks(services: Services, of: InEvaluation, typed: readonly TypedSheet[], basedOn?: number) {
  await services.seasons.ready(services.db, of)
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, services, of, now)
    refuseUnlessWorkable(locked.stage)
    const revision = await nextRevision(tx, of, basedOn)
    await keepTyped(tx, services, locked, typed, false)
    await recordFacts(tx, of, {}, now)
    return { revision, saved_at: formatWire(now) }
  })
}

/** Hands in the marks of all teammates. */
export async function handInMarks(services: Services, of: InEvaluation, typed: readonly TypedSheet[]) {
  await services.seasons.ready(services.db, of)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, services, of, now)
    refuseUnlessArrivedInTime(locked.stage, now)
    const { settings, teamId, members, me } = locked
    const teammates = members.filter((member) => member !== me)
    const named = new Set(typed.map(({ test_id }) => test_id))
    if (named.size !== teammates.length || !teammates.every(({ test_id }) => named.has(test_id)))
      throw new Refusal('teammates_changed')
    const faults = inWords(settings, teamMarkFaults(settings, typed), teammates.length)
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    await nextRevision(tx, of)
    const sheets = await keepTyped(tx, services, locked, typed, true)
    await recordFacts(tx, of, { submittedAt: now }, now)
    if (teammates.every(({ done }) => done)) {
      const people = members.map(({ account_id }) => account_id)
      await keepFlags(tx, { stageId: of.stageId, teamId }, pairsIn(services, of.stageId, people, sheets), settings)
    }
  })
  return readMarksPage(services, of)
}

/** Reopens handed-in marks for changes. Impossible once the whole team has handed in. */
export async function takeMarksBack(services: Services, of: InEvaluation) {
  await services.seasons.ready(services.db, of)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const { stage, members, me } = await lockTeam(tx, services, of, now)
    if (!stage.state.is_active) throw closed(stage.state)
    if (!me.done) return
    if (members.every(({ done }) => done)) throw new Refusal('team_marks_final')
    const people = members.map(({ account_id }) => account_id)
    const sheets = await sheetsAbout(tx, of.stageId, people)
    for (const target of people) {
      const name = pseudonym(services, { stageId: of.stageId, rater: me.account_id, target })
      const { done: _handedIn, ...sheet } = sheets.get(target)?.[name] ?? { marks: {}, words: '' }
      if (target !== me.account_id) sheets.set(target, { ...sheets.get(target), [name]: sheet })
    }
    await keepSheets(tx, of.stageId, sheets, people)
    await recordFacts(tx, of, { submittedAt: null }, now)
  })
  return readMarksPage(services, of)
}

async function nextRevision(tx: Tx, { stageId, accountId }: InEvaluation, basedOn?: number): Promise<number> {
  const saved = await tx
    .insertInto('team_mark_raters')
    .values({ stage_id: stageId, account_id: accountId, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['stage_id', 'account_id'])
        .doUpdateSet((is) => ({ revision: is('team_mark_raters.revision', '+', 1) }))
        .where((is) => (basedOn === undefined ? is.lit(true) : is('team_mark_raters.revision', '=', basedOn))),
    )
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return saved.revision
}

/** Puts the typed sheets under the pseudonyms of this person, and returns all sheets of the team. */
async function keepTyped(
  tx: Tx,
  services: Services,
  { stage, settings, members, me }: LockedTeam,
  typed: readonly TypedSheet[],
  done: boolean,
): Promise<Sheets> {
  const stageId = stage.row.id
  const people = members.map(({ account_id }) => account_id)
  const sheets = await sheetsAbout(tx, stageId, people)
  const known = new Set(behavioursOf(settings).map(({ code }) => code))
  for (const { test_id, marks, words } of typed) {
    const target = members.find((member) => member.test_id === test_id && member !== me)?.account_id
    if (target === undefined) continue
    const name = pseudonym(services, { stageId, rater: me.account_id, target })
    const sheet = {
      marks: Object.fromEntries(Object.entries(marks).filter(([code]) => known.has(code))),
      words: settings.words ? words.trim() : '',
      ...(done && { done: true as const }),
      ...(members.length === 2 && { two: true as const }),
    }
    sheets.set(target, { ...sheets.get(target), [name]: sheet })
  }
  await keepSheets(tx, stageId, sheets, people)
  return sheets
}

function inWords(
  { scale, distribution }: EvaluationSettings,
  faults: readonly MarkFaultAt[],
  teammates: number,
): FieldFaults {
  const most = maxEqualMarks(distribution, teammates)
  const words = {
    required: 'Поставьте оценку',
    out_of_scale: `Оценка — целое число от 1 до ${scale}`,
    too_many_same: `Одну и ту же оценку можно поставить не более чем ${most} из ${teammates}`,
  }
  return Object.fromEntries(
    faults.map(({ test_id, code, rule }) => [`${test_id}.${code}`, { rule, message: words[rule] }]),
  )
}
