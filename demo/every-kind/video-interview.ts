import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fillReadings } from '../fill-judging.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const asked = (text: string) => ({ text, think_seconds: 5, answer_seconds: 20, takes: 2 })
export const videoQuestions = [
  asked('Расскажите о решении, за которое отвечали вы сами.'),
  asked('Чему вас научила ошибка на работе?'),
]
const recordedMs = 3341

/** The number of questions that each person has answered; with all answered, the interview is handed in. */
const answered = [0, 1, 1, 2, 2, 2, 2]

/** People for the browser tests, who have done nothing yet. */
const further = ['demo177@demo.test', 'demo178@demo.test', 'demo179@demo.test']

export const videoInterviewDemo: KindDemo = {
  stages: [
    {
      ...open({
        code: 'interview',
        type: 'videointerview',
        title: 'Видеоинтервью',
        summary: 'Два вопроса, до двадцати секунд на ответ. Нужны камера и микрофон.',
        minutes: 5,
        preparation: ['Камера и микрофон', 'Тихая комната'],
        settings: { questions: videoQuestions },
      }),
      submitDraftAtEnd: true,
    },
  ],
  async fill(filling) {
    const { tx, people, named, stage, now } = filling
    const stage_id = stage('interview')
    const works = new Map<number, { data: Record<string, unknown>; files: string[] }>()
    for (const [place, count] of answered.entries()) {
      const account_id = people[place]
      if (account_id !== undefined) works.set(account_id, await fillAnswers(filling, account_id, count))
    }
    const [failing = 0, waiting = 0] = people
    await fillTrouble(filling, { failing, waiting })
    const begun = people.slice(0, answered.indexOf(videoQuestions.length))
    await tx
      .insertInto('stage_facts')
      .values(begun.map((account_id) => ({ account_id, stage_id, started_at: daysFrom(now, -1) })))
      .execute()
    await tx
      .insertInto('stage_drafts')
      .values(
        begun.map((account_id) => ({
          ...{ account_id, stage_id, revision: 1, saved_at: daysFrom(now, -1) },
          data: JSON.stringify({ chosen: {} }),
        })),
      )
      .execute()
    const others = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', ['mentor02@demo.test', 'mentor03@demo.test'])
      .execute()
    const authors = people.slice(begun.length, answered.length)
    await fillReadings(
      tx,
      {
        ...{ stage_id, people: authors, judges: [named.assessor, ...others.map(({ id }) => id)], by: named.admin },
        work: (account_id) => works.get(account_id) ?? { data: {}, files: [] },
      },
      now,
    )
    await fillFurther(filling)
  },
}

/** Consent, the shown questions, and a recording for each answered one. */
async function fillAnswers({ tx, disk, stage, now }: KindFilling, account_id: number, count: number) {
  const stage_id = stage('interview')
  const at = byDay(daysFrom(now, -1))
  const of = { account_id, stage_id }
  const consent = 'Я согласен на запись видео и голоса во время этого интервью.'
  await tx
    .insertInto('video_consents')
    .values({ ...of, text: consent, ip: '192.0.2.1', agreed_at: at })
    .execute()
  const bytes = await readFile(new URL('./answer.webm', import.meta.url))
  const files: string[] = []
  const answers = []
  for (const [place, set] of videoQuestions.slice(0, Math.max(1, count)).entries()) {
    const question = place + 1
    await tx
      .insertInto('video_questions')
      .values({ ...of, ...set, question, asked_at: at })
      .execute()
    if (place >= count) continue
    const file_id = randomBytes(16).toString('hex')
    await disk.put(file_id, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const name = `answer-${question}.webm`
    await tx
      .insertInto('files')
      .values({
        ...{ id: file_id, account_id, purpose: 'video', type: 'video/webm' },
        name,
        size: bytes.length,
        sha256,
      })
      .execute()
    const { id: take_id } = await tx
      .insertInto('video_takes')
      .values({
        ...{ ...of, question, source: 'recording', type: 'video/webm', state: 'ready', began_at: at, heard_at: at },
        ...{ received: bytes.length, total: bytes.length, max_ms: 23_000, duration_ms: recordedMs, settled_at: at },
        ...{ video_codec: 'vp8', audio_codec: 'opus', file_id, silent: place === 0 && count === 1 },
        user_agent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    files.push(file_id)
    const seconds = Math.round(recordedMs / 1000)
    answers.push({ question, text: set.text, take_id, file_id, name: `Ответ ${question}.webm`, seconds })
  }
  return { data: { answers }, files }
}

/** A take that failed, and a person who requests another take. */
async function fillTrouble({ tx, stage, now }: KindFilling, who: { failing: number; waiting: number }) {
  const stage_id = stage('interview')
  const at = daysFrom(now, -0.9)
  await tx
    .insertInto('video_takes')
    .values({
      ...{ account_id: who.failing, stage_id, question: 1, source: 'recording', type: 'video/mp4', state: 'failed' },
      ...{ failure: 'empty', began_at: at, heard_at: at, total: 0, max_ms: 23_000, settled_at: at },
      user_agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    })
    .execute()
  await tx
    .insertInto('video_grants')
    .values({
      ...{ account_id: who.waiting, stage_id, question: 1, asked_by: 'person', asked_at: at },
      reason: 'В записи не слышно голоса: отключился микрофон',
    })
    .execute()
}

/** Makes these people participants who have done nothing yet. */
async function fillFurther({ tx, now }: KindFilling): Promise<void> {
  const accounts = await tx.selectFrom('accounts').select('id').where('email', 'in', further).execute()
  await tx
    .insertInto('participations')
    .values(
      accounts.map(({ id }) => ({
        ...{ account_id: id, competition_code: 'all_kinds', door: 'participant' as const },
        ...{ track_code: 'main', joined_at: byDay(daysFrom(now, -2)) },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
