import { createHash, randomBytes } from 'node:crypto'
import { fillWorks } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const north = { all: [{ region: ['5100000000000', '8300000000000', '8900000000000'] }] }
const letterName = 'Письмо ведомства.pdf'
const everybody = { limit: 0, letter: false, gate: null }

export const chooseTracksDemo: KindDemo = {
  stages: [
    open({
      code: 'track',
      type: 'choose_tracks',
      title: 'Выбор трека',
      summary: 'От трека зависит, какие задания вы увидите дальше.',
      minutes: 5,
      settings: {
        tracks: [
          { code: 'main', ...everybody },
          { code: 'analytics', ...everybody, limit: 40 },
          { code: 'practice', ...everybody, limit: 2, letter: true },
          { code: 'arctic', ...everybody, limit: 10, gate: north },
        ],
        default_track: 'main',
        confirmation: 'Задания вашего трека уже открыты. До закрытия выбора трек можно сменить, сделанное не пропадёт.',
      },
    }),
    open({
      code: 'analytics_task',
      type: 'essay',
      title: 'Задача аналитика',
      summary: 'Этап трека «Аналитика».',
      minutes: 40,
      tracks: ['analytics'],
      settings: {
        task: 'Какие данные вы запросили бы, прежде чем закрыть маршрут автобуса?',
        min_words: 20,
        max_words: 300,
      },
    }),
    open({
      code: 'track_wishes',
      type: 'choose_tracks',
      title: 'Приоритеты треков',
      summary: 'Назовите до трёх треков по порядку. Места раздадут после закрытия, по баллам.',
      minutes: 5,
      settings: {
        tracks: [
          { code: 'main', ...everybody },
          { code: 'analytics', ...everybody, limit: 3 },
          { code: 'practice', ...everybody, limit: 2 },
        ],
        max: 3,
        mode: 'by_score',
        score_of: 'test',
      },
    }),
  ],
  async fill(filling) {
    await fillChoices(filling)
    await fillWishes(filling)
    const { tx, named, stage, now } = filling
    await tx
      .insertInto('stage_staff')
      .values({ stage_id: stage('track'), account_id: named.assessor, duty: 'check', added_at: daysFrom(now, -3) })
      .execute()
  },
}

/**
 * Two people have a track by their own choice, one by an organiser's; one waits for approval, one is refused, one has
 * begun.
 */
async function fillChoices({ tx, disk, people, stage, now }: KindFilling): Promise<void> {
  const stage_id = stage('track')
  const [first, second, moved, waits, refused, begun] = people
  const since = daysFrom(now, -1)
  const place = (account_id: number, code: string, way: 'choice' | 'organiser', asked = false) =>
    tx
      .insertInto('track_places')
      .values({ stage_id, account_id, way, since, ...(asked ? { asked_code: code } : { track_code: code }) })
      .execute()
  const letter = async (account_id: number) => {
    const id = randomBytes(16).toString('hex')
    const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
    await disk.put(id, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { id, account_id, name: letterName, type: 'application/pdf', size: bytes.length, sha256 }
    await tx
      .insertInto('files')
      .values({ ...file, purpose: 'file', handed_in: true, created_at: since })
      .execute()
    return { tracks: ['practice'], letter: [{ file_id: id, name: file.name, size: file.size, type: file.type }] }
  }
  for (const account_id of [first, second]) if (account_id) await place(account_id, 'analytics', 'choice')
  if (moved) await place(moved, 'analytics', 'organiser')
  if (waits) await place(waits, 'practice', 'choice', true)
  const of = (account_id: number | undefined, step: 'accepted' | 'handed_in' | 'refused' | 'begun', data: object) =>
    account_id === undefined
      ? []
      : [{ account_id, stage_id, step, data: { ...data }, reason: 'В письме нет подписи руководителя' }]
  await fillWorks(
    tx,
    [
      ...of(first, 'accepted', { tracks: ['analytics'] }),
      ...of(second, 'accepted', { tracks: ['analytics'] }),
      ...of(moved, 'accepted', { tracks: ['main'] }),
      ...of(waits, 'handed_in', await letter(waits ?? 0)),
      ...of(refused, 'refused', await letter(refused ?? 0)),
      ...of(begun, 'begun', { tracks: ['analytics'] }),
    ],
    now,
  )
  await tx
    .insertInto('hand_in_files')
    .columns(['hand_in_id', 'file_id'])
    .expression((from) =>
      from
        .selectFrom('hand_ins as h')
        .innerJoin('files as f', 'f.account_id', 'h.account_id')
        .select(['h.id', 'f.id as file_id'])
        .where('h.stage_id', '=', stage_id)
        .where('f.name', '=', letterName),
    )
    .execute()
}

/** People who have chosen tracks and wait for their places. */
async function fillWishes({ tx, people, stage, now }: KindFilling): Promise<void> {
  const stage_id = stage('track_wishes')
  const wishes = [
    ['analytics', 'practice'],
    ['practice', 'analytics', 'main'],
    ['analytics'],
    ['practice'],
    ['analytics', 'main'],
  ]
  const works = wishes.flatMap((tracks, at) => {
    const account_id = people[at]
    return account_id === undefined ? [] : [{ account_id, stage_id, step: 'handed_in' as const, data: { tracks } }]
  })
  await fillWorks(tx, works, now)
  await tx.updateTable('works').set({ waits_since: null }).where('stage_id', '=', stage_id).execute()
  await tx
    .insertInto('track_choices')
    .values(
      works.flatMap(({ account_id, data }, at) =>
        data.tracks.map((track_code, place) => ({
          ...{ stage_id, account_id, track_code, priority: place + 1 },
          chosen_at: new Date(daysFrom(now, -1).getTime() + at * 60_000),
        })),
      ),
    )
    .execute()
}
