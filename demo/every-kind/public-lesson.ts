import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { photoLook } from '#server/programme/lessons/photo-look.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { schoolKey } from '#shared/programme/lessons/school-key.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const [moscow, tatarstan, ural] = ['7700000000000', '1600000000000', '6600000000000']
const outline =
  'Расскажу, как принимают решения на производстве, разберём вместе три настоящих случая и попробуем договориться о правилах.'

/** The step of each person's plan and report, with the place. Two people plan one lesson without naming each other. */
const ways: [plan: Step, region: string, school: string, report?: Step][] = [
  ['begun', moscow, 'Школа № 57'],
  ['handed_in', tatarstan, 'Лицей № 131'],
  ['handed_in', tatarstan, 'МБОУ «Лицей №131»'],
  ['handed_in', moscow, 'Колледж связи № 54'],
  ['returned', ural, 'Гимназия № 9'],
  ['refused', ural, 'Школа № 2'],
  ['accepted', moscow, 'Школа № 1535'],
  ['accepted', tatarstan, 'Школа № 12', 'handed_in'],
  ['accepted', moscow, 'Лицей № 1580', 'handed_in'],
  ['accepted', ural, 'Школа № 70', 'accepted'],
  ['accepted', tatarstan, 'Гимназия № 3', 'accepted'],
  ['accepted', moscow, 'Школа № 444', 'returned'],
  ['accepted', ural, 'Школа № 16', 'refused'],
]

/** People who only take part in lessons; the browser tests use them. */
const further = ['demo191@demo.test', 'demo192@demo.test', 'demo193@demo.test', 'demo194@demo.test']

export const publicLessonDemo: KindDemo = {
  stages: [
    open({
      code: 'lesson',
      type: 'public_lesson',
      title: 'Открытый урок',
      summary: 'Расскажите школьникам или студентам о своём деле.',
      preparation: ['Школа, с которой вы договорились', 'Фотографии с урока', 'Письмо из школы'],
    }),
    {
      code: 'lesson_plan',
      type: 'lesson_plan',
      group: 'lesson',
      title: 'План урока',
      settings: {
        task: 'Расскажите о решениях, которые принимаете вы сами. Урок длится 45 минут, половину этого времени говорят слушатели.',
      },
    },
    { code: 'lesson_report', type: 'lesson_report', group: 'lesson', title: 'Отчёт об уроке' },
  ],
  async fill(filling) {
    await fillRegions(filling)
    await fillPlaces(filling)
    await fillLessons(filling)
    await fillPhotos(filling)
    await fillStaff(filling)
  },
}

async function fillRegions({ tx, named, people, now }: KindFilling): Promise<void> {
  const competition_code = 'all_kinds'
  const put = (account_id: number, region: string) =>
    tx
      .updateTable('participations')
      .set({ region })
      .where('competition_code', '=', competition_code)
      .where('account_id', '=', account_id)
      .execute()
  for (const [place, [, region]] of ways.entries()) {
    const account_id = people[place]
    if (account_id !== undefined) await put(account_id, region)
  }
  for (const account_id of [named.participant, named.finalist, named.captain]) await put(account_id, moscow)
  const others = await tx.selectFrom('accounts').select('id').where('email', 'in', further).execute()
  const joined_at = daysFrom(now, -3)
  await tx
    .insertInto('participations')
    .values(
      others.map(({ id: account_id }) => ({
        ...{ account_id, competition_code, joined_at, region: moscow },
        ...{ door: 'participant' as const, track_code: 'main' },
      })),
    )
    .execute()
}

async function fillPlaces({ tx, stage, now }: KindFilling): Promise<void> {
  const dates = [7, 9, 14, 16].map((days) => formatWire(daysFrom(now, days)).slice(0, 10))
  const schools = [
    { region: moscow, school: 'Школа № 2107', address: 'Москва, ул. Щепкина, 68' },
    { region: moscow, school: 'Политехнический колледж', address: 'Москва, Нижний Сусальный пер., 4' },
    { region: tatarstan, school: 'Лицей имени Лобачевского', address: 'Казань, ул. Рахматуллина, 2' },
  ]
  await tx
    .insertInto('lesson_places')
    .values(schools.map((school) => ({ stage_id: stage('lesson'), dates, ...school })))
    .execute()
}

async function fillLessons({ tx, people, stage, now }: KindFilling): Promise<void> {
  const works = ways.flatMap(([plan, region, school, report], place) => {
    const account_id = people[place]
    return account_id === undefined ? [] : [{ account_id, plan, region, school, report }]
  })
  const startsAt = (report?: Step) => byDay(daysFrom(now, report ? -2 : 6))
  await fillWorks(
    tx,
    works.map(({ account_id, plan: step, school, report }) => ({
      ...{ account_id, step, stage_id: stage('lesson_plan') },
      data: {
        ...{ format: 'class', school, address: 'Адрес на сайте школы', topic: 'Решения, за которые отвечаешь' },
        starts_at: formatWire(startsAt(report)).slice(0, 16),
        ...{ listeners: '10 класс, 25 человек', outline },
      },
      reason: 'Напишите, что на уроке будут делать сами ученики',
      field: 'outline',
    })),
    now,
  )
  const held_on = formatWire(startsAt('accepted')).slice(0, 10)
  await fillWorks(
    tx,
    works.flatMap(({ account_id, report: step }) => {
      if (!step) return []
      const data = { held_on, topic: 'Решения, за которые отвечаешь', listeners: '26', reflection: outline }
      const video = 'https://video.example/lesson'
      const reason = 'В письме нет подписи директора'
      return [{ account_id, step, stage_id: stage('lesson_report'), data: { ...data, video }, reason, field: 'letter' }]
    }),
    now,
  )
  await tx
    .insertInto('lessons')
    .values(
      works
        .filter(({ plan }) => plan !== 'begun')
        .map(({ account_id, region, school, report }) => ({
          ...{ account_id, region, school, stage_id: stage('lesson'), place_id: null },
          ...{ school_key: schoolKey(school), address: 'Адрес на сайте школы', starts_at: startsAt(report) },
          topic: 'Решения, за которые отвечаешь',
          ...(report && { held_on, listeners: 26 }),
        })),
    )
    .execute()
  const waiting = people[6]
  if (waiting !== undefined)
    await tx
      .insertInto('lesson_cancellations')
      .values({
        ...{ stage_id: stage('lesson'), account_id: waiting, asked_at: byDay(daysFrom(now, -1)) },
        reason: 'Школа закрыта на карантин до конца месяца, об этом написала завуч.',
      })
      .execute()
}

/** A drawing of a class, lighter or darker. */
const classroom = (light: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="hsl(40 40% ${light}%)"/>
    <rect x="120" y="70" width="480" height="190" fill="hsl(160 30% 28%)"/><rect x="640" y="60" width="110" height="240" fill="hsl(205 60% ${light}%)"/>
    ${[90, 250, 410, 570].map((x) => `<circle cx="${x + 50}" cy="360" r="44" fill="hsl(25 45% 45%)"/><rect x="${x}" y="410" width="110" height="120" fill="hsl(${x} 40% 40%)"/>`).join('')}</svg>`

/** Two reports from different schools with nearly equal pictures. */
async function fillPhotos({ tx, disk, people, stage, now }: KindFilling): Promise<void> {
  // The drawing library is loaded only when the demo is.
  const { default: sharp } = await import('sharp')
  const looks: { file_id: string; look: string }[] = []
  const reports = ways.flatMap(([, , , report], place) => (report === 'handed_in' ? (people[place] ?? []) : []))
  for (const [at, account_id] of reports.slice(0, 2).entries()) {
    const bytes = await sharp(Buffer.from(classroom(86 - at * 3)))
      .jpeg({ quality: 80 })
      .toBuffer()
    const file_id = `da${String(at).padStart(30, '0')}`
    const file = { name: 'урок.jpg', type: 'image/jpeg', size: bytes.length }
    await disk.put(file_id, bytes)
    await tx
      .insertInto('files')
      .values({
        ...{ ...file, id: file_id, account_id, purpose: 'image', handed_in: true, created_at: now },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      .execute()
    const photos = JSON.stringify({ photos: [{ file_id, ...file }] })
    const handIn = await tx
      .updateTable('hand_ins')
      .set({ data: sql`data || ${photos}::jsonb` })
      .where('stage_id', '=', stage('lesson_report'))
      .where('account_id', '=', account_id)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('hand_in_files').values({ hand_in_id: handIn.id, file_id }).execute()
    const look = await photoLook(bytes)
    await sql`insert into lesson_photos (file_id, account_id, competition_code, look)
      values (${file_id}, ${account_id}, 'all_kinds', ${look}::bit(64))`.execute(tx)
    looks.push({ file_id, look })
  }
  const [one, other] = looks
  if (one && other)
    await sql`insert into lesson_photo_pairs (file_id, other_id, distance)
      values (${one.file_id}, ${other.file_id}, bit_count(${one.look}::bit(64) # ${other.look}::bit(64)))`.execute(tx)
}

/** assessor@demo.test is the coordinator of two regions. */
async function fillStaff({ tx, named, stage, now }: KindFilling): Promise<void> {
  await tx
    .insertInto('stage_staff')
    .values(
      ['lesson_plan', 'lesson_report'].map((code) => ({
        ...{ stage_id: stage(code), account_id: named.assessor, duty: 'check' as const },
        ...{ added_at: daysFrom(now, -4), added_by: named.admin, regions: [moscow, tatarstan] },
      })),
    )
    .execute()
}
