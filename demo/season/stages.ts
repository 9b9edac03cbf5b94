import type { Tx } from '#server/db.ts'
import { addRulesVersion } from '#server/kinds/rules/store.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { moscowDate } from '#shared/platform/time/moscow.ts'
import type { Criterion } from '#shared/stages/rubric.ts'
import { demoCompetitions } from '../competitions.ts'
import type { DemoStage } from '../demo-stage.ts'
import { everyKind } from '../every-kind/kinds.ts'
import { essayCriteria } from '../fill-judging.ts'
import { fillStages } from '../fill-season.ts'
import { daysFrom, momentAt } from '../moment.ts'
import { portfolioForms } from '../portfolio.ts'
import { questionnaire } from '../questionnaire.ts'
import { registrationSettings } from '../registration-settings.ts'
import { firstRules } from '../rules-text.ts'
import { fillTraits } from '../traits.ts'
import { type Rung, rungs } from './season.ts'

/** The parts of stages that have some, by the stage above them. */
const parts: Partial<Record<Rung, string[]>> = {
  portfolio: ['portfolio_role', 'portfolio_project', 'portfolio_letter'],
  lesson: ['lesson_plan', 'lesson_report'],
}

/** The stages whose works experts read. */
export const readStages = ['essay', 'interview', 'proposal', 'solution'] as const

/** What of a demo's stage does not fit a season with many people. */
const otherwise: Partial<Record<string, (settings: Record<string, unknown>) => Record<string, unknown>>> = {
  assessment: (settings) => ({ ...settings, works_of: 'essay' }),
  track: (settings) => ({
    ...settings,
    tracks: (settings.tracks as object[]).map((track) => ({ ...track, limit: 0, letter: false, gate: null })),
  }),
}

/**
 * The season with a stage of every kind, as «Все виды этапов» of the demo has them. A stage opens each day for three
 * weeks and waits for the one before; the last ones are still open. Returns the ids of the stages by their codes.
 */
export async function makeSeason(tx: Tx, code: string, now: Date): Promise<Map<string, number>> {
  await tx
    .insertInto('competitions')
    .values({
      ...{ code, title: 'Большой сезон', published: true, sort: 1000 },
      ...{ starts_at: daysFrom(now, -30), ends_at: daysFrom(now, 30) },
    })
    .execute()
  const tracks = demoCompetitions.find((each) => each.code === 'all_kinds')?.tracks ?? []
  await tx
    .insertInto('tracks')
    .values(tracks.map((track, sort) => ({ ...track, competition_code: code, sort })))
    .execute()
  const ids = new Map<string, number>()
  await fillStages(tx, code, stagesOf(now), ids, now)
  const stages = new Map([...ids].map(([name, id]) => [name.slice(code.length + 1), id]))
  await fillTexts(tx, stages, now)
  await fillJudgings(tx, stages, now)
  return stages
}

function stagesOf(now: Date): DemoStage[] {
  const known = new Map(everyKind.flatMap(({ stages }) => stages).map((stage) => [stage.code, stage]))
  const ofDemo = (code: string): DemoStage => {
    const stage = known.get(code)
    if (!stage) throw new Error(`the demo has no stage ${code}`)
    const { submitDraftAtEnd: _open, ...rest } = stage
    return { ...rest, settings: otherwise[code]?.(stage.settings ?? {}) ?? stage.settings ?? {} }
  }
  return [...rungs, 'debates' as const].flatMap((code, rung) => {
    const before = rungs[rung - 1]
    const stage = { ...ofDemo(code), opens: rung - 29, closes: rung - 9, requires: before ? [before] : [] }
    if (code === 'registration') stage.settings = { ...registrationSettings('all_kinds', moscowDate(now)) }
    return [stage, ...(code === 'debates' ? [] : (parts[code] ?? []).map(ofDemo))]
  })
}

async function fillTexts(tx: Tx, stages: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const at = daysFrom(now, -60)
  const stage = (code: string) => stages.get(code) ?? 0
  await publishForm(tx, stage('form'), questionnaire, at)
  for (const code of parts.portfolio ?? []) {
    const form = portfolioForms[code]
    if (form) await publishForm(tx, stage(code), form, at)
  }
  await fillTraits(tx, stage('traits'), at)
  await addRulesVersion(tx, {
    ...{ stageId: stage('rules'), version: 1, text: firstRules, effectiveFrom: at, requiresReaccept: true },
  })
}

/** Experts read by these criteria, and participants assess essays by them. */
export const criteria: Criterion[] = essayCriteria

async function fillJudgings(tx: Tx, stages: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const read = readStages.map((code) => ({ code, stage_id: stages.get(code) ?? 0 }))
  await tx
    .insertInto('judgings')
    .values(
      read.map(({ stage_id }) => ({
        ...{ stage_id, ...defaultJudging, readers: 2, load_cap: 1000, state: 'reading' as const },
        read_until: momentAt(now, 9, '20:00'),
      })),
    )
    .execute()
  await tx
    .insertInto('rubrics')
    .values(
      read.map(({ stage_id }) => ({
        ...{ stage_id, version: 1, criteria: JSON.stringify(criteria), created_at: daysFrom(now, -20) },
      })),
    )
    .execute()
}
