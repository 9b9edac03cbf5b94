import type { Db, Tx } from '#server/db.ts'
import { formWork } from '#server/stages/forms/form-work.ts'
import { formsInWords } from '#server/stages/forms/forms-in-words.ts'
import { formVersion } from '#server/stages/forms/store.ts'
import { type IncomingWork, serverKind, settingsAt, type TakenWork, type TakesWork } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { changedFields } from '#shared/forms/fields/changed-fields.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { plausibleTimes, timesName } from '#shared/kinds/questionnaire/answer-times.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { settledIn, withSettled } from '#shared/kinds/questionnaire/settled.ts'
import { ownReports } from './own-reports.ts'
import { type Definition, definitionFaults } from './read-table.ts'
import { templateFaults } from './report-template.ts'
import { scoreHandIn } from './score-hand-in.ts'
import { lastKeys } from './store.ts'
import { timeLimit } from './time-limit.ts'

const rulesAt = (stage: SeasonStage) => settingsAt(questionnaireKind, stage)

const asked = formWork({
  questions: ({ form }) => form,
  follows: () => 'accept',
  faultyDraft: 'taken',
  inWords: formsInWords,
})

/** Where nobody may go back, a settled answer stays as it is until its question changes. */
async function withoutSecondThoughts<W extends Omit<IncomingWork, 'formVersion' | 'ip'>>(
  db: Db | Tx,
  work: W,
): Promise<W> {
  const { stage, data, accountId } = work
  const { form } = stage.row
  if (rulesAt(stage.row).back || !form) return work
  const earlier = (await draftOf(db, workOwner(stage, accountId)))?.data ?? {}
  const settled = settledIn(earlier)
  for (const version of new Set(Object.values(settled))) {
    if (version === form.version) continue
    const asked = await formVersion(db, stage.row.id, version)
    if (!asked) continue
    const changed = changedFields(asked, form)
    for (const name of Object.keys(changed)) if (settled[name] === version) delete settled[name]
  }
  return { ...work, data: withSettled(data, earlier, settled) }
}

/** The answer with the milliseconds that each part took, without impossible ones. */
function withTimes(taken: TakenWork, { stage, data, receivedAt }: IncomingWork): TakenWork {
  const names = fieldsOf(stage.row.form ?? { version: 0, sections: [] }).map(({ name }) => name)
  const begun = stage.facts.startedAt ?? receivedAt
  const times = plausibleTimes(data, names, receivedAt.getTime() - begun.getTime())
  return times ? { ...taken, data: { ...taken.data, [timesName]: times } } : taken
}

const work: TakesWork = {
  ...asked,
  // Rules score the answers.
  toCheck: null,
  async take(db, services, incoming) {
    const final = await withoutSecondThoughts(db, incoming)
    const taken = await asked.take(db, services, final)
    return taken === 'repeated' ? taken : withTimes(taken, final)
  },
  draft: asked.draft && {
    look: async (db, incoming) => {
      const kept = await withoutSecondThoughts(db, incoming)
      return asked.draft?.look(db, kept) ?? { data: kept.data, faults: {} }
    },
    async atEnd(tx, services, draft) {
      const taken = (await asked.draft?.atEnd(tx, services, draft)) ?? null
      if (!taken) return null
      if (taken.follows !== 'accept' && rulesAt(draft.stage.row).unfinished === 'declined') return null
      return { ...withTimes(taken, draft), follows: 'accept' }
    },
  },
  process: scoreHandIn,
}

export const questionnaire = serverKind(questionnaireKind, {
  keysFaults: (schema, scoring) => definitionFaults({ schema, ...scoring } as Definition),
  work,
  attempts: null,
  standing: timeLimit,
  ownData: { name: 'questionnaire_reports', title: 'Отчёты по опросникам', read: ownReports },
  files: null,
  checks: async (db, stage) => {
    const { report } = settingsAt(questionnaireKind, stage)
    const keys = await lastKeys(db, stage.id)
    return templateFaults(report, keys?.keys ?? null).map((text) => ({ level: 'red', text }))
  },
  checklist: ({ form, settings }) => [
    ...(settings.layout === 'list' && !settings.back
      ? [{ level: 'yellow' as const, text: 'Вернуться нельзя, поэтому вопросы идут по одному, а не списком' }]
      : []),
    ...(form ? [] : [{ level: 'red' as const, text: 'Вопросы не загружены: загрузите таблицу с вопросами и ключами' }]),
    ...(settings.reuse_months > 0 && settings.method === ''
      ? [{ level: 'red' as const, text: 'Чтобы переносить прежние ответы, назовите код методики' }]
      : []),
  ],
})
