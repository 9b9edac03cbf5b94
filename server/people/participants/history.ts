import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { aboutPerson } from './about-person.ts'

interface Row {
  at: Date
  kind: 'joined' | 'began' | 'handed_in' | 'decided' | 'extended' | 'appealed' | 'act'
  stage: string | null
  detail: string | null
  note: string
  until: Date | null
  first_name: string | null
  last_name: string | null
}

const longest = 200

/** What happened to a participant in a competition, the latest first: one statement. */
export async function historyOf(db: Db, accountId: number, competition: string) {
  const { rows } = await sql<Row>`
    with own_stages as (select id, title from stages where competition_code = ${competition}),
    happened as (
      select joined_at as at, 'joined' as kind, null as stage, null as detail, '' as note, null::timestamptz as until,
        null::integer as by, 0 as number
      from participations where account_id = ${accountId} and competition_code = ${competition}
      union all
      select f.started_at, 'began', s.title, null, '', null, null, 0
      from stage_facts f join own_stages s on s.id = f.stage_id
      where f.account_id = ${accountId} and f.started_at is not null
      union all
      select h.arrived_at, 'handed_in', s.title, case when h.by_system then 'system' end, '', null, null, 0
      from hand_ins h join own_stages s on s.id = h.stage_id where h.account_id = ${accountId}
      union all
      select d.published_at, 'decided', s.title, d.outcome, d.reason, null, d.decided_by, 0
      from stage_decisions d join own_stages s on s.id = d.stage_id
      where d.account_id = ${accountId} and d.published_at is not null
      union all
      select e.granted_at, 'extended', s.title, null, e.reason, e.closes_at, e.granted_by, e.id
      from stage_extensions e join own_stages s on s.id = e.stage_id where e.account_id = ${accountId}
      union all
      select p.filed_at, 'appealed', s.title, null, '', null, null, 0
      from appeals p join works w on w.id = p.work_id join own_stages s on s.id = w.stage_id
      where p.account_id = ${accountId}
      union all
      select at, 'act', about, act, reason, null, by, id
      from participant_acts where account_id = ${accountId} and competition_code = ${competition}
    )
    select h.at, h.kind, h.stage, h.detail, h.note, h.until, a.first_name, a.last_name
    from happened h left join accounts a on a.id = h.by
    order by h.at desc, array_position(array['joined', 'began', 'handed_in', 'decided'], h.kind) desc, h.number desc limit ${longest}`.execute(
    db,
  )
  return rows.map((row) => ({
    at: formatWire(row.at),
    text: inWords(row),
    note: row.kind === 'act' ? row.note : aboutPerson(row.note),
    by: fullName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
  }))
}

const outcomes: Record<string, string> = {
  passed: 'пройден',
  failed: 'не пройден',
  returned: 'возвращён на доработку',
}

function inWords({ kind, stage, detail, until }: Row): string {
  const named = quoted(stage ?? '')
  switch (kind) {
    case 'joined':
      return 'Заявка на участие принята'
    case 'began':
      return `Начат этап ${named}`
    case 'handed_in':
      return detail === 'system' ? `Черновик этапа ${named} сдан системой` : `Сдан этап ${named}`
    case 'decided':
      return `Этап ${named} ${outcomes[detail ?? ''] ?? 'решён'}`
    case 'extended':
      return `Срок этапа ${named} продлён до ${until ? showDateTime(until) : ''}`
    case 'appealed':
      return `Подана апелляция на решение этапа ${named}`
    case 'act':
      if (detail === 'merged') return `Присоединена другая учётная запись: ${stage}`
      if (detail === 'tagged') return `Поставлена метка ${named}`
      if (detail === 'untagged') return `Снята метка ${named}`
      if (detail === 'moved') return `Переведён в трек ${named}`
      if (detail === 'annulled') return `Аннулирован результат этапа ${named}`
      if (detail === 'minutes_added') return `Добавлены минуты на этапе ${named}`
      if (detail === 'continued') return `Попытка на этапе ${named} продолжена`
      if (detail === 'viewed') return 'Организатор смотрел портал глазами участника'
      return detail === 'disqualified' ? 'Отстранён от конкурса' : 'Возвращён в конкурс'
  }
}
