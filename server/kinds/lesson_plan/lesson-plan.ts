import { keepPlan } from '#server/programme/lessons/keep-plan.ts'
import { belowALesson } from '#server/programme/lessons/lesson-parts.ts'
import { readPlan } from '#server/programme/lessons/plan-faults.ts'
import { withPlaces } from '#server/programme/lessons/plan-in-words.ts'
import { formWork } from '#server/stages/forms/form-work.ts'
import { type IncomingWork, serverKind, settingsAt, type TakenWork, type TakesWork } from '#server/stages/kind.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { lessonPlanKind } from '#shared/programme/lesson_plan/contract.ts'
import { planForm } from '#shared/programme/lesson_plan/plan-form.ts'

const formAt = (stage: { settings: Record<string, unknown> }) => planForm(settingsAt(lessonPlanKind, stage))

const asked = formWork({
  questions: formAt,
  follows: () => 'wait',
  faultyDraft: 'declined',
  inWords: (db, handedIn) =>
    withPlaces(
      db,
      handedIn.map(({ data, ...stage }) => ({ data, lines: humanReadable(formAt(stage), data) })),
    ),
})

const kept = (accountId: number, taken: TakenWork, plan: Parameters<typeof keepPlan>[2]): TakenWork => ({
  ...taken,
  keep: (tx) => keepPlan(tx, accountId, plan),
})

const work: TakesWork = {
  ...asked,
  async take(db, services, incoming: IncomingWork) {
    const taken = await asked.take(db, services, incoming)
    if (taken === 'repeated') return taken
    const { plan, faults } = await readPlan(db, incoming, taken.data)
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    return kept(incoming.accountId, taken, plan)
  },
  draft: asked.draft && {
    ...asked.draft,
    async atEnd(tx, services, draft) {
      const taken = (await asked.draft?.atEnd(tx, services, draft)) ?? null
      if (!taken) return null
      const { plan, faults } = await readPlan(tx, draft, taken.data)
      return Object.keys(faults).length > 0 ? null : kept(draft.accountId, taken, plan)
    },
  },
}

export const lessonPlan = serverKind(lessonPlanKind, {
  work,
  attempts: null,
  standing: null,
  ownData: null,
  files: null,
  checklist: (stage, season) => belowALesson(stage, season),
})
