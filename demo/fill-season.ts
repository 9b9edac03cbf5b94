import type { Tx } from '#server/db.ts'
import { addRulesVersion } from '#server/kinds/rules/store.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { moscowDate } from '#shared/platform/time/moscow.ts'
import { demoCompetitions, demoLinks, demoSocial } from './competitions.ts'
import type { DemoStage } from './demo-stage.ts'
import { everyKind } from './every-kind/kinds.ts'
import { daysFrom, momentAt } from './moment.ts'
import { politicsStages, socialStages, youngStages } from './other-stages.ts'
import { portfolioForms } from './portfolio.ts'
import { questionnaire, survey } from './questionnaire.ts'
import { registrationSettings } from './registration-settings.ts'
import { firstRules, secondRules } from './rules-text.ts'
import { seasonStages } from './season-stages.ts'
import { numberOf, type StageIds } from './stage-ids.ts'
import { fillTraits } from './traits.ts'

const stagesOf: Record<string, DemoStage[]> = {
  ru_season_5: seasonStages,
  politleaders_2: politicsStages,
  socialarchitects: socialStages,
  young_managers: youngStages,
  all_kinds: everyKind.flatMap(({ stages }) => stages),
}

const forms: Record<string, FormSchema> = {
  'ru_season_5/questionnaire': questionnaire,
  ...Object.fromEntries(Object.entries(portfolioForms).map(([code, form]) => [`ru_season_5/${code}`, form])),
  'ru_season_5/first_survey': survey('Чего вы ждёте от сезона', 'Одной-двух фраз достаточно.'),
  'ru_season_5/readiness': survey('Удобно ли вам время теста', 'Если нет, напишите, что мешает.'),
  'politleaders_2/position': survey('Какую позицию вы готовы защищать', 'Тезис и два довода в его пользу.'),
  'socialarchitects/project': survey('Кому и как поможет ваш проект', 'Опишите людей, беду и решение.'),
  ...Object.fromEntries(
    everyKind.flatMap(({ forms: own = {} }) => Object.entries(own).map(([code, form]) => [`all_kinds/${code}`, form])),
  ),
  'young_managers/letter': survey('Почему именно вы', 'Расскажите о поступке, а не о качествах.'),
}

/** Days from the first start when the second version of the rules came into force. */
export const secondRulesSince = -10

/** The competitions with their tracks, stages, rules and forms. */
export async function fillSeason(tx: Tx, now: Date): Promise<StageIds> {
  await tx
    .insertInto('competitions')
    .values(
      demoCompetitions.map(({ tracks: _tracks, starts, ends, ...competition }, sort) => ({
        ...competition,
        starts_at: momentAt(now, starts, '10:00:00'),
        ends_at: momentAt(now, ends, '23:59:59'),
        links: JSON.stringify(demoLinks),
        social: JSON.stringify(demoSocial),
        copyright: '© АНО «Лидеры страны». Все права защищены',
        support_email: 'support@demo.test',
        sort,
      })),
    )
    .execute()
  await tx
    .insertInto('tracks')
    .values(
      demoCompetitions.flatMap(({ code: competition_code, tracks }) =>
        tracks.map((track, sort) => ({ ...track, competition_code, sort })),
      ),
    )
    .execute()
  const ids = new Map<string, number>()
  for (const [competition, stages] of Object.entries(stagesOf)) await fillStages(tx, competition, stages, ids, now)
  await fillTexts(tx, ids, now)
  return ids
}

/** Groups first, parts last: a stage refers to the id of the stage above it. */
export async function fillStages(
  tx: Tx,
  competition: string,
  stages: DemoStage[],
  ids: Map<string, number>,
  now: Date,
) {
  const sorted = stages.map((stage, sort) => ({ ...stage, sort }))
  const groups = new Set(stages.flatMap(({ type, code }) => (type === 'group' ? [code] : [])))
  const level = ({ type, group }: DemoStage) =>
    type === 'group' ? 0 : group === undefined || groups.has(group) ? 1 : 2
  for (const wanted of [0, 1, 2]) {
    const part = sorted.filter((stage) => level(stage) === wanted)
    if (part.length === 0) continue
    const rows = await tx
      .insertInto('stages')
      .values(
        part.map((stage) => ({
          competition_code: competition,
          parent_id: stage.group === undefined ? null : (ids.get(`${competition}/${stage.group}`) ?? null),
          type: stage.type,
          code: stage.code,
          title: stage.title,
          summary: stage.summary ?? '',
          view: stage.view ?? '',
          manual: stage.manual ?? '',
          minutes: stage.minutes ?? null,
          preparation: (stage.preparation ?? []).join('\n'),
          opens_at: stage.opens === undefined ? null : momentAt(now, stage.opens, '10:00:00'),
          closes_at: stage.closes === undefined ? null : momentAt(now, stage.closes, '23:59:59'),
          clock: stage.clock ?? ('moscow' as const),
          tracks: stage.tracks ?? [],
          requires: stage.requires ?? [],
          gate: stage.gate ? JSON.stringify(stage.gate) : null,
          settings: JSON.stringify(
            stage.type === 'registration' && !stage.settings
              ? registrationSettings(competition, moscowDate(daysFrom(now, stage.opens ?? 0)))
              : (stage.settings ?? {}),
          ),
          closed_to_finalists: stage.closedToFinalists ?? false,
          submit_draft_at_end: stage.submitDraftAtEnd ?? false,
          sort: stage.sort,
        })),
      )
      .returning(['id', 'code'])
      .execute()
    for (const { id, code } of rows) ids.set(`${competition}/${code}`, id)
  }
}

async function fillTexts(tx: Tx, ids: StageIds, now: Date) {
  for (const [name, schema] of Object.entries(forms))
    await publishForm(tx, numberOf(ids, name), schema, daysFrom(now, -60))
  await fillTraits(tx, numberOf(ids, 'ru_season_5/traits'), daysFrom(now, -60))
  for (const competition of Object.keys(stagesOf)) {
    const stageId = numberOf(ids, `${competition}/rules`)
    const first = { stageId, version: 1, text: firstRules, effectiveFrom: daysFrom(now, -60), requiresReaccept: true }
    await addRulesVersion(tx, first)
    if (competition !== 'ru_season_5') continue
    const effectiveFrom = momentAt(now, secondRulesSince, '10:00:00')
    await addRulesVersion(tx, { ...first, version: 2, text: secondRules, effectiveFrom })
  }
}
