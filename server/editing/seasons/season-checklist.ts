import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { askedBy } from '#server/editing/stages/checklist.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { ChecklistItem } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

/** An item about the season as a whole or about a stage of it, in addition to those of the stage itself. */
export interface SeasonItem extends ChecklistItem {
  /** The code of the stage where it can be fixed; null for the settings of the competition. */
  stage: string | null
  /** A red item that may wait until then; null for one that blocks the opening now. */
  by: Date | null
}

const silence = {
  email: 'Почта не настроена: письма и коды из писем ждут, зарегистрироваться нельзя',
  sms: 'СМС не настроены: коды для телефона ждут, зарегистрироваться нельзя',
}

/** What a stage lacks blocks the opening of the competition only when the stage itself opens soon. */
const soonMs = 14 * 24 * 3_600_000

/** Until when a stage may lack something; null: it must not now. */
export const mayWaitUntil = ({ opensAt }: Pick<SeasonStage, 'opensAt'>, now: Date): Date | null =>
  opensAt !== null && opensAt.getTime() - now.getTime() > soonMs ? opensAt : null

/** What an organiser must check before the competition is opened. Red items that may not wait block the opening. */
export async function seasonChecklist(
  db: Db | Tx,
  { silent, mailOff }: Pick<Config, 'silent' | 'mailOff'>,
  season: Season,
  now: Date,
): Promise<SeasonItem[]> {
  const row = await db
    .selectFrom('competitions')
    .select(['links', 'starts_at', 'ends_at', 'support_email'])
    .where('code', '=', season.code)
    .executeTakeFirst()
  const { rows } = await sql<{ id: number; staff: number; judges: number; readers: number | null; text: boolean }>`
    select s.id, count(f.account_id)::int as staff, count(f.account_id) filter (where f.duty = 'judge')::int as judges,
      (select readers from judgings where stage_id = s.id) as readers,
      exists (select from rules_versions where stage_id = s.id) as text
    from stages s left join stage_staff f on f.stage_id = s.id
    where s.competition_code = ${season.code} group by s.id`.execute(db)
  const { rows: confirming } = await sql<{ people: number }>`
    select count(distinct a.id)::int as people from admin_flags f join accounts a on a.id = f.account_id
    where f.flag = 'assessment' and (f.competition_code is null or f.competition_code = ${season.code})
      and a.disabled_at is null`.execute(db)
  const known = new Map(rows.map((each) => [each.id, each]))
  const shown = season.stages.filter(({ published }) => published)
  const decided = shown.filter((stage) => stage.kind?.work?.people?.(stage))
  const { starts_at: starts, ends_at: ends, links } = row ?? {}
  const item = (level: ChecklistItem['level'], text: string, stage: SeasonStage | null = null): SeasonItem => ({
    ...{ level, text, stage: stage?.code ?? null },
    by: level === 'red' && stage !== null ? mayWaitUntil(stage, now) : null,
  })
  return [
    ...(shown.some(({ type }) => type === registrationFacts.type)
      ? []
      : [item('red', 'Участники не видят ни одного этапа регистрации: вступить в конкурс нельзя')]),
    ...silent.map((channel) => item(mailOff ? 'yellow' : 'red', silence[channel])),
    ...(season.tracks.length === 0 ? [item('red', 'В конкурсе нет ни одного трека')] : []),
    ...decided.flatMap((stage) => {
      const { staff = 0, judges = 0, readers = null } = known.get(stage.id) ?? {}
      const title = quoted(stage.title)
      if (staff === 0)
        return [item('red', `Некому проверять работы этапа ${title}: назначьте проверяющих или экспертов`, stage)]
      return readers !== null && judges < readers
        ? [item('red', `Экспертов этапа ${title}: ${judges}, а на каждую работу нужно ${readers}`, stage)]
        : []
    }),
    ...shown.flatMap((stage) =>
      stage.type === rulesFacts.type && !known.get(stage.id)?.text
        ? [item('red', `У этапа ${quoted(stage.title)} нет текста правил`, stage)]
        : [],
    ),
    ...shown.flatMap((stage) =>
      stage.tracks
        .filter((track) => !season.tracks.some((each) => each.code === track))
        .map((track) => ({
          ...item('red', `Этап ${quoted(stage.title)} назначен треку «${track}», которого в конкурсе нет`, stage),
          by: null,
        })),
    ),
    ...shown.flatMap((stage) => {
      const waiting = stage.closesAt === null ? shown.find((other) => askedBy(other).includes(stage.code)) : undefined
      return waiting && stage.kind?.work
        ? [
            item(
              'yellow',
              `У этапа ${quoted(stage.title)} нет окончания, а его ждёт этап ${quoted(waiting.title)}`,
              stage,
            ),
          ]
        : []
    }),
    ...shown.flatMap((stage) =>
      (starts && stage.opensAt && stage.opensAt < starts) || (ends && stage.closesAt && stage.closesAt > ends)
        ? [item('yellow', `Этап ${quoted(stage.title)} идёт вне дат конкурса`, stage)]
        : [],
    ),
    ...(decided.length > 0 && (confirming[0]?.people ?? 0) < 2
      ? [item('yellow', 'Решения подтверждает второй организатор, а права на отбор нет у двоих: пригласите ещё одного')]
      : []),
    ...(links?.personal_data ? [] : [item('yellow', 'Нет ссылки на обработку персональных данных')]),
    ...(row?.support_email ? [] : [item('yellow', 'Не указана почта поддержки')]),
  ]
}
