import { serverKind } from '#server/stages/kind.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { rulesKind } from '#shared/kinds/rules/contract.ts'
import { takeAnswer } from './answer-rules.ts'
import { ownRulesAnswers } from './store.ts'

export const rules = serverKind(rulesKind, {
  work: {
    questions: () => null,
    take: (tx, _services, work) => takeAnswer(tx, work),
    draft: null,
    inWords: async (_db, handedIn) => handedIn.map(({ data }) => inWords(data)),
    toCheck: null,
  },
  attempts: null,
  standing: null,
  ownData: { name: 'rules_answers', title: 'Ответы на правила', read: ownRulesAnswers },
  files: null,
  checklist: () => [],
})

function inWords(data: Record<string, unknown>): ReadableLine[] {
  const line = (label: string, value: string) => ({ section: 'Ответ', label, value })
  return [
    line('Решение', data.status === 'done' ? 'Правила приняты' : 'Правила отклонены'),
    line('Редакция правил', String(data.version)),
    ...(data.comment ? [line('Пояснение', String(data.comment))] : []),
  ]
}
