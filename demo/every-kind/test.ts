import type { Tx } from '#server/db.ts'
import type { Answer, Question, QuestionKey, SimpleAnswer, SimpleKey } from '#shared/kinds/test/question.ts'
import { fillTestBank } from '../fill-test-bank.ts'
import { daysFrom } from '../moment.ts'
import { demoQuestions, demoTestSettings } from '../test-questions.ts'
import { type KindDemo, open } from './kind-demo.ts'

const minute = 60_000

export const testDemo: KindDemo = {
  stages: [
    open({
      code: 'test',
      type: 'test',
      title: 'Тест',
      summary: 'Двенадцать вопросов о руководстве людьми и государственном управлении. Время идёт с начала.',
      minutes: 40,
      preparation: ['40 минут без перерыва', 'Телефон или компьютер с зарядкой'],
      settings: demoTestSettings,
    }),
    open({
      code: 'control_test',
      type: 'test',
      title: 'Контрольный тест',
      summary: 'Тот же тест очно, под наблюдением: организатор сравнивает результаты.',
      minutes: 40,
      preparation: ['40 минут без перерыва'],
      settings: demoTestSettings,
    }),
  ],
  async fill({ tx, people, stage, now }) {
    const stageId = stage('test')
    const versions = await fillTestBank(tx, 'all_kinds', daysFrom(now, -8))
    const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
    const [running = 0, interrupted = 0, finished = 0, ...published] = people.slice(0, 8)
    await taken(tx, { stageId, versions, accountId: running, begunAt: ago(5), heardAt: now, answered: 4 })
    await taken(tx, {
      stageId,
      versions,
      accountId: interrupted,
      begunAt: ago(12),
      heardAt: ago(6),
      answered: 6,
      extra: 240,
    })
    await taken(tx, {
      stageId,
      versions,
      accountId: finished,
      begunAt: ago(90),
      heardAt: ago(60),
      answered: 12,
      end: ago(60),
    })
    for (const [at, accountId] of published.entries()) {
      // Each person begins at a different time, except the last two, who answer in step.
      const begunAt = new Date(daysFrom(now, -3).getTime() + Math.min(at, 3) * 4 * minute)
      const end = new Date(begunAt.getTime() + (25 + at) * minute)
      await taken(tx, { stageId, versions, accountId, begunAt, heardAt: end, answered: 7 + at, end })
      const score = Math.round(((7 + at) / versions.length) * 10_000) / 100
      const of = { account_id: accountId, stage_id: stageId }
      await tx
        .insertInto('stage_results')
        .values({ ...of, score, computed_at: end })
        .execute()
      const outcome = score >= 60 ? ('passed' as const) : ('failed' as const)
      const at_ = { decided_at: daysFrom(now, -1), published_at: daysFrom(now, -1) }
      await tx
        .insertInto('stage_decisions')
        .values({ ...of, outcome, reason: `Набрано ${String(score).replace('.', ',')} из 100`, ...at_ })
        .execute()
      const decided = outcome === 'passed' ? { passed_at: at_.decided_at } : { failed_at: at_.decided_at }
      await tx
        .updateTable('stage_facts')
        .set(decided)
        .where('account_id', '=', accountId)
        .where('stage_id', '=', stageId)
        .execute()
    }
    // Some people have also taken the control test; the second person has scored far less there.
    for (const [at, accountId] of published.slice(0, 3).entries()) {
      const begunAt = daysFrom(now, -2)
      const end = new Date(begunAt.getTime() + (30 + at) * minute)
      const answered = at === 1 ? 3 : 7 + at
      await taken(tx, { stageId: stage('control_test'), versions, accountId, begunAt, heardAt: end, answered, end })
    }
  },
}

interface Taken {
  stageId: number
  versions: readonly number[]
  accountId: number
  begunAt: Date
  heardAt: Date
  /** The number of questions answered from the first, all correctly. */
  answered: number
  end?: Date
  /** Extra time in minutes. */
  extra?: number
}

async function taken(
  tx: Tx,
  { stageId, versions, accountId, begunAt, heardAt, answered, end, extra = 0 }: Taken,
): Promise<void> {
  const half = versions.length / 2
  const [first, second] = demoTestSettings.sections
  const questions = versions.map((version) => ({ version, points: 1 }))
  const sections = [
    { title: first?.title ?? '', questions: questions.slice(0, half) },
    { title: second?.title ?? '', questions: questions.slice(half) },
  ]
  const of = { account_id: accountId, stage_id: stageId }
  await tx
    .insertInto('test_papers')
    .values({ ...of, seed: accountId, sections: JSON.stringify(sections), made_at: begunAt, given_at: begunAt })
    .execute()
  const { id } = await tx
    .insertInto('attempts')
    .values({
      ...{
        ...of,
        number: 1,
        begun_at: begunAt,
        limit_minutes: 40,
        extra_minutes: extra,
        device: 'demo-device',
        heard_at: heardAt,
      },
      ...(end
        ? { finished_at: end, finished_by: 'person' }
        : { due_at: new Date(begunAt.getTime() + (40 + extra) * minute) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = versions.slice(0, answered).flatMap((version, at) => {
    const question = demoQuestions[at]
    return question ? [{ version, answer: rightAnswer(question.body, question.key) }] : []
  })
  await tx
    .insertInto('test_answers')
    .values(
      answers.map(({ version, answer }, at) => {
        const received = new Date(begunAt.getTime() + (at + 1) * 20_000)
        return {
          ...{ attempt_id: id, seq: at + 1, version_id: version, answer: JSON.stringify(answer) },
          ...{ sent_at: received, received_at: received, in_time: true },
        }
      }),
    )
    .execute()
  await tx
    .insertInto('stage_facts')
    .values({ ...of, started_at: begunAt, submitted_at: end ?? null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'stage_id']).doUpdateSet({ started_at: begunAt, submitted_at: end ?? null }),
    )
    .execute()
  if (!end) return
  const data = {
    attempt: 1,
    finished_by: 'person',
    answers: Object.fromEntries(answers.map((each) => [each.version, each.answer])),
  }
  await tx
    .insertInto('hand_ins')
    .values({
      ...{ ...of, sent_by: accountId, revision: 1, arrived_at: end, form_version: 0 },
      ...{ receipt_number: `T-${stageId}-${accountId}`, data: JSON.stringify(data) },
    })
    .execute()
}

export function rightAnswer(question: Question, key: QuestionKey): Answer {
  if (question.kind !== 'case' || key.kind !== 'case') return key.kind === 'case' ? null : rightSimple(key)
  return { parts: Object.fromEntries(Object.entries(key.parts).map(([id, part]) => [id, rightSimple(part)])) }
}

function rightSimple(key: SimpleKey): SimpleAnswer {
  if (key.kind === 'single') return key.option
  if (key.kind === 'number') return String(key.value).replace('.', ',')
  if (key.kind === 'short') return key.texts[0] ?? ''
  return key.kind === 'match' ? key.pairs : key.kind === 'order' ? key.items : key.options
}
