import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { ChecklistItem } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

/** An item about the season as a whole, in addition to those of its stages. */
export interface SeasonItem extends ChecklistItem {
  /** The code of the stage where it can be fixed; null for the settings of the competition. */
  stage: string | null
}

const silence = {
  email: 'Почта не настроена: письма и коды из писем ждут, зарегистрироваться нельзя',
  sms: 'СМС не настроены: коды для телефона ждут, зарегистрироваться нельзя',
}

/** What an organiser must check before the competition is opened. Red items block the opening. */
export async function seasonChecklist(
  db: Db | Tx,
  { silent, mailOff }: Pick<Config, 'silent' | 'mailOff'>,
  season: Season,
): Promise<SeasonItem[]> {
  const row = await db
    .selectFrom('competitions')
    .select(['links', 'starts_at', 'ends_at', 'support_email'])
    .where('code', '=', season.code)
    .executeTakeFirst()
  const { rows: staffed } = await sql<{ stage_id: number }>`
    select distinct stage_id from stage_staff join stages on stages.id = stage_id
    where competition_code = ${season.code}`.execute(db)
  const { rows: texts } = await sql<{ stage_id: number }>`
    select distinct stage_id from rules_versions join stages on stages.id = stage_id
    where competition_code = ${season.code}`.execute(db)
  const withText = new Set(texts.map(({ stage_id }) => stage_id))
  const withStaff = new Set(staffed.map(({ stage_id }) => stage_id))
  const shown = season.stages.filter(({ published }) => published)
  const { starts_at: starts, ends_at: ends, links } = row ?? {}
  const item = (level: ChecklistItem['level'], text: string, stage: string | null = null): SeasonItem => ({
    ...{ level, text, stage },
  })
  return [
    ...(shown.some(({ type }) => type === registrationFacts.type)
      ? []
      : [item('red', 'Участники не видят ни одного этапа регистрации: вступить в конкурс нельзя')]),
    ...silent.map((channel) => item(mailOff ? 'yellow' : 'red', silence[channel])),
    ...(season.tracks.length === 0 ? [item('red', 'В конкурсе нет ни одного трека')] : []),
    ...shown.flatMap((stage) =>
      stage.kind?.work?.people?.(stage) && !withStaff.has(stage.id)
        ? [
            item(
              'red',
              `Некому проверять работы этапа ${quoted(stage.title)}: назначьте проверяющих или экспертов`,
              stage.code,
            ),
          ]
        : [],
    ),
    ...shown.flatMap(({ id, type, title, code }) =>
      type === rulesFacts.type && !withText.has(id)
        ? [item('red', `У этапа ${quoted(title)} нет текста правил`, code)]
        : [],
    ),
    ...shown.flatMap(({ title, code, tracks }) =>
      tracks
        .filter((track) => !season.tracks.some((known) => known.code === track))
        .map((track) => item('red', `Этап ${quoted(title)} назначен треку «${track}», которого в конкурсе нет`, code)),
    ),
    ...shown.flatMap(({ title, code, opensAt, closesAt }) =>
      (starts && opensAt && opensAt < starts) || (ends && closesAt && closesAt > ends)
        ? [item('yellow', `Этап ${quoted(title)} идёт вне дат конкурса`, code)]
        : [],
    ),
    ...(links?.personal_data ? [] : [item('yellow', 'Нет ссылки на обработку персональных данных')]),
    ...(row?.support_email ? [] : [item('yellow', 'Не указана почта поддержки')]),
  ]
}
