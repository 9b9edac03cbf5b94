import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Database } from '#server/tables.ts'
import { consentDocuments } from './consents.ts'
import type { FilledPeople } from './fill-people.ts'
import { type Journey, journeyOf, type Traveller } from './journey.ts'
import { byDay, daysFrom, momentAt } from './moment.ts'
import { seasonNews } from './news.ts'
import { progressOf } from './progress.ts'
import { firstRules, secondRules } from './rules-text.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

/** Participations, and how far each person has come. */
export async function fillProgress(tx: Tx, people: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const { named, crowd } = people
  const moscow = '7700000000000'
  const travellers: Traveller[] = [
    { accountId: named.participant, number: 3, region: moscow, progress: 'registered' },
    { accountId: named.finalist, number: 4, region: '1600000000000', progress: 'passed' },
    { accountId: named.captain, number: 5, region: '6600000000000', progress: 'handed_in' },
    ...crowd.map(({ accountId, region }, number) => ({
      accountId,
      number,
      region,
      progress: supports(number) ? ('registered' as const) : progressOf(number),
    })),
  ]
  await tx.insertInto('participations').values(participations(travellers, now)).execute()
  await insertAll(tx, 'participations', elsewhere(people, now))
  const journeys = travellers.map((traveller) => journeyOf(traveller, ids, now))
  await store(tx, journeys)
  await insertAll(tx, 'stage_facts', pastFacts(people, ids, now))
  await insertAll(tx, 'stage_extensions', [
    {
      stage_id: numberOf(ids, 'ru_season_5/questionnaire'),
      account_id: crowd[2]?.accountId ?? named.participant,
      closes_at: momentAt(now, 17, '23:59:59'),
      reason: 'Был в больнице, справка приложена к обращению',
      granted_by: named.admin,
      granted_at: daysFrom(now, -1),
    },
  ])
  const notifications = [
    ...journeys.flatMap((journey) => journey.notifications),
    ...seasonNews(people, now),
    ...welcome(people, now),
  ]
  // Newest last, in the order of their times.
  await insertAll(
    tx,
    'notifications',
    notifications.sort((a, b) => Number(a.created_at) - Number(b.created_at)),
  )
  await fillConsents(tx, travellers, now)
}

/** Whether a person is a supporter, not a participant. */
const supports = (number: number) => number % 23 === 10

function participations(travellers: readonly Traveller[], now: Date): Insertable<Database['participations']>[] {
  return travellers.map(({ accountId, number, region, progress }) => ({
    account_id: accountId,
    competition_code: 'ru_season_5',
    door: supports(number) ? 'supporter' : 'participant',
    track_code: supports(number) ? null : number % 5 < 3 ? 'state' : 'business',
    region,
    joined_at: daysFrom(now, -12),
    ...(progress === 'disqualified' && {
      disqualified_at: daysFrom(now, -2),
      infoblock_title: 'Участие прекращено',
      infoblock_text:
        'В анкете указаны сведения, которые не подтвердились: организация сообщила, что вы в ней не работали. Если это ошибка, напишите в поддержку в течение пяти дней и приложите документы.',
    }),
  }))
}

/** Participations of these people in other competitions: the finalist has already won one. */
function elsewhere({ named, crowd }: FilledPeople, now: Date): Insertable<Database['participations']>[] {
  const young = [named.finalist, ...crowd.slice(0, 30).map(({ accountId }) => accountId)]
  const politics = crowd.slice(30, 60).map(({ accountId }) => accountId)
  return [
    ...young.map((account_id, number) => ({
      account_id,
      competition_code: 'young_managers',
      door: 'participant' as const,
      track_code: 'main',
      joined_at: daysFrom(now, -55),
      finalist_at: number < 4 ? daysFrom(now, -5) : null,
    })),
    ...politics.map((account_id) => ({
      account_id,
      competition_code: 'politleaders_2',
      door: 'participant' as const,
      track_code: 'main',
      joined_at: daysFrom(now, -4),
    })),
  ]
}

/** What happened at stages outside the main line of the season. */
function pastFacts({ named, crowd }: FilledPeople, ids: StageIds, now: Date): Insertable<Database['stage_facts']>[] {
  const at = (days: number) => ({
    submitted_at: byDay(daysFrom(now, days)),
    passed_at: byDay(daysFrom(now, days + 0.5)),
  })
  const passed = (account_id: number, stage: string, days: number) => ({
    account_id,
    stage_id: numberOf(ids, stage),
    started_at: byDay(daysFrom(now, days)),
    ...at(days),
  })
  const young = [named.finalist, ...crowd.slice(0, 30).map(({ accountId }) => accountId)]
  return [
    ...young.flatMap((id) => [passed(id, 'young_managers/registration', -55), passed(id, 'young_managers/rules', -50)]),
    ...young.slice(0, 12).map((id) => passed(id, 'young_managers/letter', -40)),
    ...crowd.slice(30, 60).map(({ accountId }) => passed(accountId, 'politleaders_2/registration', -4)),
    passed(named.finalist, 'ru_season_5/first_survey', -8),
    ...crowd.slice(60, 90).map(({ accountId }) => passed(accountId, 'ru_season_5/first_survey', -5)),
  ]
}

async function store(tx: Tx, journeys: readonly Journey[]): Promise<void> {
  const hashes = [firstRules, secondRules].map((text) => createHash('sha256').update(text).digest('hex'))
  const handIns = journeys.flatMap((journey) => journey.handIns)
  const { rows: numbers } = await sql<{ number: string }>`
    select extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0') as number
    from generate_series(1, ${handIns.length}::integer)`.execute(tx)
  await insertAll(
    tx,
    'stage_facts',
    journeys.flatMap((journey) => journey.facts),
  )
  await insertAll(
    tx,
    'rules_answers',
    journeys
      .flatMap((journey) => journey.answers)
      .map((answer) => ({ ...answer, text_hash: hashes[answer.version - 1] ?? '' })),
  )
  await insertAll(
    tx,
    'stage_drafts',
    journeys.flatMap((journey) => journey.drafts),
  )
  await insertAll(
    tx,
    'hand_ins',
    handIns.map((handIn, place) => ({ ...handIn, receipt_number: numbers[place]?.number ?? '' })),
  )
  await insertAll(
    tx,
    'stage_decisions',
    journeys.flatMap((journey) => journey.decisions),
  )
  await insertAll(
    tx,
    'stage_remarks',
    journeys.flatMap((journey) => journey.remarks),
  )
}

function welcome({ named }: FilledPeople, now: Date): Insertable<Database['notifications']>[] {
  const to = (account_id: number, title: string, text: string, days: number) => ({
    account_id,
    title,
    text,
    created_at: byDay(daysFrom(now, days)),
  })
  return [
    to(named.participant, 'Обновились правила конкурса', 'Прочитайте новую редакцию: изменились три пункта.', -1),
    to(named.participant, 'Ждём вашего ответа о правилах', 'Анкета откроется, как только вы их примете.', -0.5),
    to(named.finalist, 'Вы — финалист', 'Поздравляем с выходом в финал программы «Молодые управленцы»!', -5),
    to(named.captain, 'Анкета на проверке', 'Эксперт посмотрит её в течение трёх рабочих дней.', -2),
    to(named.mentor, 'Выбор наставников впереди', 'Проверьте, сколько участников вы готовы вести.', -3),
    to(
      named.assessor,
      'Приглашение в экспертную группу',
      'Анкеты уже ждут на рабочем столе, эссе придут после теста.',
      -3,
    ),
    to(named.admin, 'Сезон идёт', 'Первые анкеты ждут проверки.', -1),
  ]
}

/** Every applicant has agreed to the processing of personal data; the other consents vary. */
async function fillConsents(tx: Tx, travellers: readonly Traveller[], now: Date): Promise<void> {
  const texts = consentDocuments.map((document) => ({
    ...document,
    text_hash: createHash('sha256').update(document.text).digest(),
  }))
  await insertAll(
    tx,
    'consent_texts',
    texts.map(({ text, text_hash }) => ({ text, text_hash })),
  )
  await insertAll(
    tx,
    'consents',
    travellers.flatMap(({ accountId, number }) =>
      texts
        .filter(({ required }, place) => required || (number + place) % 3 !== 0)
        .map(({ code, version, title, text_hash, purpose, term }) => ({
          account_id: accountId,
          competition_code: 'ru_season_5',
          document_code: code,
          document_version: version,
          document_title: title,
          text_hash,
          purpose,
          ...(term && { term }),
          given_at: byDay(daysFrom(now, -9)),
          ip: '192.0.2.10',
        })),
    ),
  )
}

type Table = 'participations' | 'stage_facts' | 'stage_extensions' | 'notifications' | 'rules_answers' | 'stage_drafts'
type MoreTables = 'hand_ins' | 'stage_decisions' | 'stage_remarks' | 'consent_texts' | 'consents'

/** Inserts many rows in few statements; none for an empty list. */
async function insertAll<T extends Table | MoreTables>(tx: Tx, table: T, rows: readonly Insertable<Database[T]>[]) {
  for (let start = 0; start < rows.length; start += 1000) {
    await tx
      .insertInto(table as Table)
      .values(rows.slice(start, start + 1000) as never)
      .execute()
  }
}
