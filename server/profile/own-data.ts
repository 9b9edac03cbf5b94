import { deviceName } from '#server/auth/device-name.ts'
import type { Db } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/whole-dictionaries.ts'
import { readDocument } from '#server/registration/personal-documents.ts'
import type { Services } from '#server/services.ts'
import { serverStageKinds } from '#server/stages/kinds.ts'
import { ownTeamData } from '#server/teams/own-team-data.ts'
import { humanReadable } from '#shared/forms/answer.ts'
import { formalName, fullName } from '#shared/people/full-name.ts'
import { isStageType } from '#shared/stages/kinds.ts'
import type { RegistrationSettings } from '#shared/stages/registration/contract.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { ownChoices, ownMeetings, ownMentorProfile } from './own-mentorship.ts'

type Line = readonly [label: string, value: string]

/** One thing that the portal knows: as it is kept, and as the person reads it. */
export interface OwnRecord {
  kept: Record<string, unknown>
  lines: Line[]
}

export interface OwnDataPart {
  name: string
  title: string
  records: OwnRecord[]
}

const moment = (at: Date | null): string => (at ? showDateTime(at) : 'нет')
const doors = { participant: 'участник', supporter: 'сторонник' } as const

/** Everything that the portal knows of a person and may tell him: what nobody has published yet is not among it. */
export async function ownData(services: Services, accountId: number): Promise<OwnDataPart[]> {
  const { db } = services
  return [
    { name: 'account', title: 'Учётная запись', records: await account(services, accountId) },
    { name: 'participations', title: 'Участие в конкурсах', records: await participations(db, accountId) },
    { name: 'applications', title: 'Заявки', records: await applications(db, accountId) },
    { name: 'consents', title: 'Согласия', records: await consents(db, accountId) },
    { name: 'rules_answers', title: 'Ответы на правила', records: await rulesAnswers(db, accountId) },
    { name: 'hand_ins', title: 'Сданные работы', records: await handIns(db, accountId) },
    { name: 'drafts', title: 'Черновики', records: await drafts(db, accountId) },
    { name: 'decisions', title: 'Решения', records: await decisions(db, accountId) },
    { name: 'mentor_profile', title: 'Профиль наставника', records: await ownMentorProfile(db, accountId) },
    { name: 'mentor_choices', title: 'Выбор наставников', records: await ownChoices(db, accountId) },
    { name: 'meetings', title: 'Встречи', records: await ownMeetings(db, accountId) },
    { name: 'feedback', title: 'Обращения в поддержку', records: await feedback(db, accountId) },
    { name: 'faq_feedback', title: 'Оценки статей справки', records: await faqFeedback(db, accountId) },
    { name: 'regional_teams', title: 'Региональные команды', records: await regionalTeams(db, accountId) },
    { name: 'bookings', title: 'Запись на очные мероприятия', records: await bookings(db, accountId) },
    { name: 'files', title: 'Файлы', records: await files(db, accountId) },
    { name: 'notifications', title: 'Уведомления', records: await notifications(db, accountId) },
    { name: 'notification_choices', title: 'О чём писать', records: await choices(db, accountId) },
    { name: 'sessions', title: 'Сеансы', records: await sessions(db, accountId) },
  ]
}

async function account({ db, config }: Services, accountId: number): Promise<OwnRecord[]> {
  const row = await db
    .selectFrom('accounts')
    .select([
      'test_id',
      'last_name',
      'first_name',
      'middle_name',
      'birth_date',
      'email',
      'email_verified_at',
      'phone',
      'second_factor',
      'created_at',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const passport = await readDocument(db, config, accountId, 'passport')
  const snils = await readDocument(db, config, accountId, 'snils')
  return [
    {
      kept: { ...row, passport, snils },
      lines: [
        ['Номер пользователя', String(row.test_id)],
        ['Имя', formalName(row)],
        ['Дата рождения', row.birth_date ?? 'не указана'],
        ['Электронная почта', row.email],
        ['Телефон', row.phone ?? 'не указан'],
        ['Паспорт', passport ?? 'не указан'],
        ['СНИЛС', snils ?? 'не указан'],
        ['Учётная запись создана', moment(row.created_at)],
      ],
    },
  ]
}

async function participations(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('participations as p')
    .innerJoin('competitions as c', 'c.code', 'p.competition_code')
    .select(['c.title', 'p.competition_code', 'p.door', 'p.track_code', 'p.region', 'p.tags', 'p.joined_at'])
    .select(['p.finalist_at', 'p.disqualified_at', 'p.withdrawn_at'])
    .where('p.account_id', '=', accountId)
    .orderBy('p.joined_at')
    .execute()
  return rows.map(({ title, ...row }) => ({
    kept: { title, ...row },
    lines: [
      ['Конкурс', title],
      ['Как', doors[row.door]],
      ['Трек', row.track_code ?? 'не выбран'],
      ['С', moment(row.joined_at)],
      ['Финалист', moment(row.finalist_at)],
    ],
  }))
}

async function applications(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('applications as a')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .innerJoin('competitions as c', 'c.code', 'a.competition_code')
    .select(['c.title', 'a.competition_code', 'a.door', 'a.data', 'a.promocode', 'a.invite', 'a.submitted_at'])
    .select('s.settings')
    .where('a.account_id', '=', accountId)
    .orderBy('a.submitted_at')
    .execute()
  return Promise.all(
    rows.map(async ({ settings, title, ...row }) => {
      const { form } = settings as unknown as RegistrationSettings
      const said = form ? humanReadable(form, row.data, await wholeDictionaries(db, form, row.competition_code)) : []
      return {
        kept: { title, ...row },
        lines: [
          ['Конкурс', title],
          ['Подана', moment(row.submitted_at)],
          ...said.map(({ label, value }): Line => [label, value]),
        ],
      }
    }),
  )
}

async function consents(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('consents as c')
    .innerJoin('consent_texts as t', 't.text_hash', 'c.text_hash')
    .select(['c.competition_code', 'c.document_title', 'c.document_version', 'c.purpose', 'c.given_at'])
    .select(['c.withdrawn_at', 'c.ip', 't.text'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Документ', `${row.document_title}, редакция ${row.document_version}`],
      ['Для чего', row.purpose],
      ['Дано', `${moment(row.given_at)}, с адреса ${row.ip}`],
      ['Отозвано', moment(row.withdrawn_at)],
    ],
  }))
}

async function rulesAnswers(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('rules_answers as r')
    .innerJoin('stages as s', 's.id', 'r.stage_id')
    .select(['s.title', 's.competition_code', 'r.version', 'r.status', 'r.comment', 'r.answered_at', 'r.ip'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Правила', `${row.title}, редакция ${row.version}`],
      ['Ответ', row.status === 'done' ? 'приняты' : `отклонены: ${row.comment}`],
      ['Когда', moment(row.answered_at)],
    ],
  }))
}

async function handIns(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('hand_ins as h')
    .innerJoin('stages as s', 's.id', 'h.stage_id')
    .select(['s.title', 's.type', 's.competition_code', 'h.stage_id', 'h.revision', 'h.arrived_at'])
    .select(['h.receipt_number', 'h.form_version', 'h.data'])
    .where('h.account_id', '=', accountId)
    .orderBy('h.id')
    .execute()
  return Promise.all(
    rows.map(async ({ stage_id: stageId, form_version: formVersion, ...row }) => {
      const said = isStageType(row.type)
        ? await serverStageKinds[row.type].answerInWords(db, { stageId, formVersion, data: row.data })
        : []
      return {
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Квитанция', row.receipt_number],
          ['Принято', moment(row.arrived_at)],
          ...said.map(({ label, value }): Line => [label, value]),
        ],
      }
    }),
  )
}

async function drafts(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('stage_drafts as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['s.title', 's.competition_code', 'd.saved_at', 'd.data'])
    .where('d.account_id', '=', accountId)
    .orderBy('d.stage_id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Сохранён', moment(row.saved_at)],
      ['Заполнено полей', String(Object.keys(row.data).length)],
    ],
  }))
}

async function decisions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const outcomes = { passed: 'этап пройден', failed: 'этап не пройден', returned: 'возвращено на доработку' }
  const rows = await db
    .selectFrom('stage_decisions as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['s.title', 's.competition_code', 'd.outcome', 'd.reason', 'd.next_step', 'd.published_at'])
    .where('d.account_id', '=', accountId)
    .where('d.published_at', 'is not', null)
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Решение', outcomes[row.outcome]],
      ['Почему', row.reason || 'не сказано'],
      ['Когда', moment(row.published_at)],
    ],
  }))
}

async function feedback(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('feedback_requests as r')
    .leftJoin('feedback_answers as a', 'a.request_id', 'r.id')
    .select(['r.id', 'r.competition_code', 'r.topic_title', 'r.text', 'r.email', 'r.created_at', 'a.text as answer'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Обращение', `№ ${row.id}, ${row.topic_title}`],
      ['Текст', row.text],
      ['Ответ', row.answer ?? 'нет'],
      ['Когда', moment(row.created_at)],
    ],
  }))
}

async function faqFeedback(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('faq_feedback as f')
    .innerJoin('faq_articles as a', 'a.id', 'f.article_id')
    .select(['a.title', 'a.competition_code', 'f.useful', 'f.given_at'])
    .where('f.account_id', '=', accountId)
    .orderBy('f.given_at')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Статья', row.title],
      ['Помогла', row.useful ? 'да' : 'нет'],
      ['Когда', moment(row.given_at)],
    ],
  }))
}

async function regionalTeams(db: Db, accountId: number): Promise<OwnRecord[]> {
  const { memberships, profiles, marks } = await ownTeamData(db, accountId)
  return [
    ...memberships.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Команда', row.team],
          ['С', moment(row.joined_at)],
        ],
      }),
    ),
    ...profiles.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Сильные стороны', row.skills],
          ['О себе', row.about],
          ['Сохранено', moment(row.saved_at)],
        ],
      }),
    ),
    ...marks.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Оценка участника команды', fullName(row)],
          ['Балл', String(row.mark)],
          ['Комментарий', row.comment],
          ['Когда', moment(row.assessed_at)],
        ],
      }),
    ),
  ]
}

async function bookings(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('slot_bookings as b')
    .innerJoin('offline_event_slots as s', 's.id', 'b.slot_id')
    .innerJoin('offline_events as e', 'e.id', 'b.event_id')
    .select(['e.title', 'e.competition_code', 'e.address', 's.start_time', 'b.booked_at'])
    .where('b.account_id', '=', accountId)
    .orderBy('s.start_time')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Мероприятие', row.title],
      ['Начало', moment(row.start_time)],
      ['Записан', moment(row.booked_at)],
    ],
  }))
}

async function files(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('files')
    .select(['name', 'type', 'size', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Файл', row.name],
      ['Размер', `${Math.ceil(row.size / 1024)} КБ`],
      ['Загружен', moment(row.created_at)],
    ],
  }))
}

async function notifications(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['title', 'text', 'created_at', 'read_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Уведомление', row.title],
      ['Текст', row.text],
      ['Когда', moment(row.created_at)],
    ],
  }))
}

async function choices(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .orderBy('channel')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [[`${row.kind}, ${row.channel}`, row.wanted ? 'писать' : 'не писать']],
  }))
}

async function sessions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'ip', 'created_at', 'last_seen_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Устройство', deviceName(row.user_agent)],
      ['Вход', `${moment(row.created_at)}, с адреса ${row.ip}`],
      ['Последняя активность', moment(row.last_seen_at)],
    ],
  }))
}
