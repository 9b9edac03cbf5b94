import type { Db, Tx } from '#server/db.ts'
import { addRulesVersion } from '#server/kinds/rules/store.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { moscowDate } from '#shared/platform/time/moscow.ts'
import { demoLinks, demoSocial } from './competitions.ts'
import { fillStages } from './fill-season.ts'
import { lookCompetitions, shownBy } from './looks.ts'
import { daysFrom, momentAt } from './moment.ts'
import { politicsStages } from './other-stages.ts'
import { survey } from './questionnaire.ts'
import { registrationSettings } from './registration-settings.ts'
import { firstRules } from './rules-text.ts'
import { numberOf } from './stage-ids.ts'

/**
 * Adds a competition for each look that the demo lacks, and gives participant@demo.test a few finished stages in each.
 * A portal that already has these competitions is left unchanged.
 */
export async function fillLooks(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await isFilled(tx)) return
    await tx
      .insertInto('competitions')
      .values(
        lookCompetitions.map(({ track: _track, ...competition }, sort) => ({
          ...competition,
          starts_at: momentAt(now, -5, '10:00:00'),
          ends_at: momentAt(now, 120, '23:59:59'),
          links: JSON.stringify(demoLinks),
          social: JSON.stringify(demoSocial),
          copyright: '© АНО «Лидеры страны». Все права защищены',
          sort: 100 + sort,
        })),
      )
      .execute()
    await tx
      .insertInto('tracks')
      .values(
        lookCompetitions.flatMap(({ code, track }) => [
          { competition_code: code, code: 'main', title: track, sort: 0 },
          { competition_code: code, code: 'other', title: 'Образование и наука', sort: 1 },
        ]),
      )
      .execute()
    const ids = new Map<string, number>()
    const stages = politicsStages.map((stage) =>
      stage.type === 'registration'
        ? { ...stage, settings: registrationSettings('politleaders_2', moscowDate(daysFrom(now, -5))) as never }
        : stage,
    )
    for (const { code } of lookCompetitions) {
      await fillStages(tx, code, stages, ids, now)
      const rules = { version: 1, text: firstRules, effectiveFrom: daysFrom(now, -60), requiresReaccept: true }
      await addRulesVersion(tx, { stageId: numberOf(ids, `${code}/rules`), ...rules })
      const form = survey('Какую задачу вы хотите решить', 'Тезис и два довода в его пользу.')
      await publishForm(tx, numberOf(ids, `${code}/position`), form, daysFrom(now, -60))
    }
    await tx
      .updateTable('stages')
      .set({ opens_at: daysFrom(now, -5) })
      .where('competition_code', '=', 'socialarchitects')
      .execute()
    await takePart(tx, now)
  })
}

async function isFilled(tx: Tx): Promise<boolean> {
  const codes = lookCompetitions.map(({ code }) => code)
  const there = await tx.selectFrom('competitions').select('code').where('code', 'in', codes).executeTakeFirst()
  return there !== undefined
}

async function takePart(tx: Tx, now: Date) {
  const { id: accountId } = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'participant@demo.test')
    .executeTakeFirstOrThrow()
  const places = Object.values(shownBy).filter(({ competition }) => competition !== 'ru_season_5')
  for (const { competition: competitionCode, track: trackCode } of places)
    await enrol(tx, { accountId, competitionCode, door: 'participant', trackCode, now })
  const passed = await tx
    .selectFrom('stages')
    .select('id')
    .where(
      'competition_code',
      'in',
      places.map(({ competition }) => competition),
    )
    .where('code', 'in', ['registration', 'rules'])
    .execute()
  const at = daysFrom(now, -3)
  await tx
    .insertInto('stage_facts')
    .values(
      passed.map(({ id }) => ({
        account_id: accountId,
        stage_id: id,
        started_at: at,
        submitted_at: at,
        passed_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
