import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import * as choose_tracks from '#shared/kinds/choose_tracks/limits.ts'
import * as mgmt_proposal from '#shared/kinds/mgmt_proposal/limits.ts'
import { blockLabel, proposalForm } from '#shared/kinds/mgmt_proposal/proposal-form.ts'
import * as mgmt_solution_assessment from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import { maxQuestions, partForm } from '#shared/kinds/multiform/part-form.ts'
import { partMarks } from '#shared/kinds/multiform/part-marks.ts'
import * as playoff from '#shared/kinds/playoff/limits.ts'
import * as questionnaire from '#shared/kinds/questionnaire/table-limits.ts'
import { versionForm } from '#shared/kinds/rules/version-form.ts'
import * as teams_evaluation from '#shared/kinds/teams_evaluation/limits.ts'
import * as teams_solution from '#shared/kinds/teams_solution/limits.ts'
import { sectionsOf, solutionForm } from '#shared/kinds/teams_solution/solution-form.ts'
import { answer, question, questionKey } from '#shared/kinds/test/question.ts'
import * as test_bank from '#shared/kinds/test/table-limits.ts'
import { planForm } from '#shared/programme/lesson_plan/plan-form.ts'
import { reportForm } from '#shared/programme/lesson_report/report-form.ts'
import { usualMeetingSettings } from '#shared/programme/mentor_meetings/contract.ts'
import * as teams_forming from '#shared/programme/teams_forming/limits.ts'
import { plainGate } from '#shared/stages/gate-schema.ts'
import { settingsVersion } from '#shared/stages/kind.ts'
import type { KindFacts } from '#shared/stages/kind-facts.ts'
import { formInLines } from '#shared/testing/form-in-lines.ts'
import { schemaInLines } from '#shared/testing/schema-in-lines.ts'
import { stageKinds } from './kinds.ts'

const byDefault = <S extends TSchema>(settings: S) => Value.Default(settings, {}) as Static<S>
/** How to update these files after an intended change; `git diff docs/contract` then shows the difference. */
const howTo = 'after a wanted change: npx vitest run shared/kinds/kinds-in-writing -u'
const written = (parts: Record<string, string>) =>
  Object.entries(parts)
    .map(([name, text]) => `${name}\n${text}`)
    .join('\n')

test('the stored shape of settings, answers and tests is as docs/contract says', async () => {
  const schemas = Object.entries({
    gate: plainGate,
    'question of a test': question,
    'key of a question': questionKey,
    'answer to a question': answer,
  }).map(([name, schema]) => [name, `${schemaInLines(schema)}\n`])
  const kinds = Object.entries(stageKinds).map(([code, kind]) => {
    const handedIn = kind.answer as TSchema | null
    return [
      code,
      `processed by people: ${(kind as KindFacts).processedByPeople ?? 'not said'}\n` +
        `settings, version ${settingsVersion(kind)} ${schemaInLines(kind.settings)}\n` +
        (handedIn === null ? '' : `answer ${schemaInLines(handedIn)}\n`),
    ]
  })
  await expect(written(Object.fromEntries([...schemas, ...kinds])), howTo).toMatchFileSnapshot(
    '../../docs/contract/kept.txt',
  )
})

test('page sizes, lengths and sizes of files are as docs/contract says', async () => {
  const limits = {
    ...{ choose_tracks, mgmt_proposal, mgmt_solution_assessment, playoff, questionnaire },
    ...{ teams_evaluation, teams_forming, teams_solution, test_bank },
    mentor_meetings: { usualMeetingSettings },
    multiform: { maxQuestions, partMarks },
  }
  const lines = Object.entries(limits).map(([kind, values]) => [
    kind,
    Object.entries(values)
      .map(([name, value]) => `  ${name} ${JSON.stringify(value)}\n`)
      .join(''),
  ])
  await expect(written(Object.fromEntries(lines)), howTo).toMatchFileSnapshot('../../docs/contract/limits.txt')
})

test('the questions of kinds with forms of their own are as docs/contract says', async () => {
  const proposal = { ...byDefault(stageKinds.mgmt_proposal.settings), topics: [] }
  const topics = [{ code: 'roads', title: 'Дороги', limit: 0, branch: '', region: '' }]
  const report = { ...byDefault(stageKinds.lesson_report.settings), photo_rules: ['Без имён', 'Без адресов'] }
  const sections = [
    { code: 'idea', title: 'Идея', hint: 'Коротко', limit: 1000, required: true },
    { code: 'plan', title: 'План', hint: '', limit: 2000, required: false },
  ]
  expect(proposalForm(proposal)).toBe(null)
  const forms: Record<string, FormSchema | null> = {
    'proposal without files': proposalForm({ ...proposal, topics, files: 0 }),
    'proposal with one file': proposalForm({ ...proposal, topics, files: 1 }),
    'plan of a lesson by one': planForm({ max_authors: 0 }),
    'plan of a lesson by several': planForm({ max_authors: 1 }),
    'report that needs nothing': reportForm({ ...report, min_photos: 0, video: 'no', letter: false }),
    'report that may have a video': reportForm({ ...report, min_photos: 1, video: 'may', letter: false }),
    'report that needs all': reportForm({ ...report, min_photos: 2, video: 'must', letter: true }),
    'solution in sections': solutionForm({ sections, link: false, files: 0 }),
    'solution with a link and a file': solutionForm({ sections: [], link: true, files: 1 }),
    'part of a multiform': partForm,
    'version of the rules': versionForm,
  }
  expect(blockLabel('risks')).toBe('Риски')
  expect(sectionsOf({ sections: [], link: true, files: 0 })).toEqual([
    { code: 'link', title: 'Ссылка', hint: 'Начинается с https://', limit: 500, required: false },
  ])
  const lines = Object.entries(forms).map(([name, form]) => [name, form ? formInLines(form) : ''])
  await expect(written(Object.fromEntries(lines)), howTo).toMatchFileSnapshot('../../docs/contract/forms.txt')
})
