import { createHash } from 'node:crypto'
import { byDay, daysFrom } from '../moment.ts'
import { firstRules } from '../rules-text.ts'
import { type KindDemo, open } from './kind-demo.ts'

export const entryDemo: KindDemo = {
  stages: [
    open({
      code: 'registration',
      type: 'registration',
      title: 'Регистрация',
      summary: 'Заявка на участие и согласия.',
    }),
    open({
      code: 'rules',
      type: 'rules',
      title: 'Правила конкурса',
      summary: 'Прочитайте правила и решите, согласны ли вы с ними.',
    }),
  ],
  async fill({ tx, people, stage, now }) {
    const [accepted, rejected] = [people.slice(0, 8), people.slice(8, 9)]
    const at = byDay(daysFrom(now, -2))
    const answer = (account_id: number, status: 'done' | 'fail', comment: string) => ({
      ...{ account_id, stage_id: stage('rules'), version: 1, status, comment, answered_at: at, ip: '192.0.2.10' },
      text_hash: createHash('sha256').update(firstRules).digest('hex'),
    })
    await tx
      .insertInto('rules_answers')
      .values([
        ...accepted.map((id) => answer(id, 'done', '')),
        ...rejected.map((id) => answer(id, 'fail', 'Не успею из-за пуска производства.')),
      ])
      .execute()
    const facts = { stage_id: stage('rules'), started_at: at, submitted_at: at }
    await tx
      .insertInto('stage_facts')
      .values([
        ...accepted.map((account_id) => ({ ...facts, account_id, passed_at: at })),
        ...rejected.map((account_id) => ({
          ...{ ...facts, account_id, failed_at: at, reasons: ['Вы отклонили правила'] },
        })),
      ])
      .execute()
  },
}
