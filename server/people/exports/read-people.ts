import { sql } from 'kysely'
import { readDocuments } from '#server/accounts/registration/personal-documents.ts'
import type { Db } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import { among, stageOf } from '#server/people/participants/among.ts'
import { stepOf } from '#server/people/participants/step.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { registrationKind } from '#shared/accounts/registration/contract.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { type Audience, type StageStep, stepTitles } from '#shared/people/participants/audience.ts'
import type { CsvCell } from '#shared/platform/text/csv.ts'
import { type AcceptanceColumn, applicationStage, type PersonalColumn } from './columns.ts'

/** The number of people in memory at a time. */
const batch = 500

interface Person extends Record<PersonalColumn, CsvCell> {
  id: number
}

/** A value of one column for a person. */
type Cell = (person: Person) => CsvCell

interface Asked {
  season: Season
  audience: Audience
  columns: readonly string[]
}

/**
 * The rows of a table in batches, ordered by account id. A batch takes one statement for the people, and one more for
 * each kind of data that a column needs: applications, facts, results, marks of teammates, answers to rules, documents.
 */
export async function* readPeople(services: Services, asked: Asked): AsyncGenerator<CsvCell[][]> {
  const now = services.clock()
  for (let after = 0; ; ) {
    const people = await readBatch(services.db, asked, after, now)
    if (people.length === 0) return
    const cells = await cellsOf(services, asked, people)
    yield people.map((person) => cells.map((cell) => cell(person)))
    after = people.at(-1)?.id ?? after
  }
}

async function readBatch(db: Db, { season, audience }: Asked, after: number, now: Date): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select a.id, a.test_id as number, a.last_name, a.first_name, a.middle_name,
      to_char(a.birth_date, 'DD.MM.YYYY') as birth_date, a.email::text as email, a.phone,
      coalesce(r.value, p.region) as region, p.track_code as track,
      case when p.disqualified_at is not null then 'Отстранён' when p.finalist_at is not null then 'Финалист'
        when p.door = 'supporter' then 'Сторонник' else 'Участник' end as role,
      to_char(p.joined_at at time zone 'Europe/Moscow', 'DD.MM.YYYY') as joined_at,
      array_to_string(p.tags, ', ') as tags
    from participations p
    join accounts a on a.id = p.account_id
    left join dictionary_items r on r.dict = 'regions' and r.id = p.region and r.competition_code is null
    where p.competition_code = ${season.code} and p.account_id > ${after}
      and ${sql.join(among(audience, stageOf(season, audience), now), sql` and `)}
    order by p.account_id limit ${batch}`.execute(db)
  const tracks = new Map(season.tracks.map(({ code, title }) => [code, title]))
  return rows.map((row) => ({
    ...row,
    track: row.track === null ? null : (tracks.get(String(row.track)) ?? row.track),
  }))
}

/** The cell of each column for these people. */
async function cellsOf(services: Services, { season, columns }: Asked, people: readonly Person[]): Promise<Cell[]> {
  const ids = people.map(({ id }) => id)
  const wants = (start: string) => columns.some((column) => column.startsWith(start))
  const answers = wants('form.') ? await readApplications(services, season, ids) : new Map()
  const steps = wants('step.') ? await readSteps(services.db, season, ids) : new Map()
  const scores = wants('score.') ? await readScores(services.db, season, ids) : new Map()
  const marks = ['team.', 'raters.', 'mean.'].some(wants) ? await readTeamMarks(services.db, season, ids) : new Map()
  const rules = wants('rules_') ? await readRules(services.db, season, ids) : new Map()
  const kinds = columns.filter((column) => column === 'passport' || column === 'snils')
  const documents = kinds.length > 0 ? await readDocuments(services.db, services.config, ids, kinds) : new Map()
  return columns.map((column): Cell => {
    const [part, name = ''] = splitAtDot(column)
    if (part === 'form') return ({ id }) => answers.get(id)?.get(name) ?? null
    if (part === 'step') {
      const stage = season.byCode.get(name)?.id
      return ({ id }) => stepTitles[(steps.get(`${id} ${stage}`) as StageStep | undefined) ?? 'not_begun']
    }
    if (part === 'score') {
      const stage = season.byCode.get(name)?.id
      return ({ id }) => scores.get(`${id} ${stage}`) ?? null
    }
    if (part === 'team' || part === 'raters' || part === 'mean') {
      const stage = season.byCode.get(name)?.id
      return ({ id }) => (marks.get(`${id} ${stage}`) as TeamMarks | undefined)?.[part] ?? null
    }
    if (part.startsWith('rules_')) {
      const stage = season.byCode.get(name)?.id
      const what = part.slice('rules_'.length) as AcceptanceColumn
      return ({ id }) => acceptanceCell(rules.get(`${id} ${stage}`) ?? [], what)
    }
    if (part === 'passport' || part === 'snils') return ({ id }) => documents.get(`${id} ${part}`) ?? null
    return (person) => person[part as PersonalColumn] ?? null
  })
}

function splitAtDot(column: string): [string, string?] {
  const at = column.indexOf('.')
  return at < 0 ? [column] : [column.slice(0, at), column.slice(at + 1)]
}

/** The answers of the applications in words, by account and then by the name of the field. */
async function readApplications({ db, dictionaries }: Services, season: Season, ids: readonly number[]) {
  const stage = applicationStage(season)
  const found = new Map<number, Map<string, string>>()
  if (!stage) return found
  const form = settingsAt(registrationKind, stage).form as FormSchema
  const known = wholeDictionaries(await dictionaries.now(db), form, season.code)
  const rows = await db
    .selectFrom('applications')
    .select(['account_id', 'data'])
    .where('competition_code', '=', season.code)
    .where('account_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  for (const { account_id, data } of rows)
    found.set(account_id, new Map(humanReadable(form, data, known).map(({ field, value }) => [field ?? '', value])))
  return found
}

async function readSteps(db: Db, season: Season, ids: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ account_id: number; stage_id: number; step: string }>`
    select f.account_id, f.stage_id, ${stepOf} as step from stage_facts f
    where f.account_id = any(${ids}::int[]) and f.stage_id = any(${season.stages.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ account_id, stage_id, step }) => [`${account_id} ${stage_id}`, step]))
}

type TeamMarks = Record<'team' | 'raters' | 'mean', CsvCell>

/** The counted marks of teammates for each person; no mean when too few have marked. */
async function readTeamMarks(db: Db, season: Season, ids: readonly number[]): Promise<Map<string, TeamMarks>> {
  const { rows } = await sql<{ account_id: number; stage_id: number } & TeamMarks>`
    select r.account_id, r.stage_id, t.name as team, r.raters, (r.report ->> 'mean')::float8 as mean
    from team_mark_reports r left join formed_teams t on t.id = r.team_id
    where r.account_id = any(${ids}::int[]) and r.stage_id = any(${season.stages.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ account_id, stage_id, ...said }) => [`${account_id} ${stage_id}`, said]))
}

async function readScores(db: Db, season: Season, ids: readonly number[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stage_results')
    .select(['account_id', 'stage_id', 'score'])
    .where('account_id', 'in', [...ids])
    .where(
      'stage_id',
      'in',
      season.stages.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.flatMap(({ account_id, stage_id, score }) =>
      score === null ? [] : [[`${account_id} ${stage_id}`, Number(score)] as const],
    ),
  )
}

interface RulesAnswer {
  version: number
  status: 'done' | 'fail'
  at: string
  ip: string
  hash: string
}

/** Every answer of these people to the rules, the earliest first, by account and stage. */
async function readRules(db: Db, season: Season, ids: readonly number[]): Promise<Map<string, RulesAnswer[]>> {
  const { rows } = await sql<RulesAnswer & { account_id: number; stage_id: number }>`
    select account_id, stage_id, version, status, ip, text_hash as hash,
      to_char(answered_at at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI:SS') as at
    from rules_answers
    where account_id = any(${ids}::int[]) and stage_id = any(${season.stages.map(({ id }) => id)}::int[])
    order by id`.execute(db)
  return Map.groupBy(rows, ({ account_id, stage_id }) => `${account_id} ${stage_id}`)
}

function acceptanceCell(answers: readonly RulesAnswer[], what: AcceptanceColumn): CsvCell {
  const words = ({ status }: RulesAnswer) => (status === 'done' ? 'Принял' : 'Отклонил')
  const last = answers.at(-1)
  if (!last) return null
  if (what === 'answer') return words(last)
  if (what !== 'all') return last[what]
  return answers
    .map((each) => `${words(each)} редакцию ${each.version} ${each.at}, IP ${each.ip}, SHA-256 ${each.hash}`)
    .join('; ')
}
