import type { ServerStageKind } from '#server/stages/kind.ts'
import type { ReadableLine } from '#shared/forms/answer.ts'

export const rules: ServerStageKind = {
  answersInWords: async (_db, handedIn) => handedIn.map(({ data }) => inWords(data)),
  handInDraft: null,
}

function inWords(data: Record<string, unknown>): ReadableLine[] {
  const line = (label: string, value: string) => ({ section: 'Ответ', label, value })
  return [
    line('Решение', data.status === 'done' ? 'Правила приняты' : 'Правила отклонены'),
    line('Редакция правил', String(data.version)),
    ...(data.comment ? [line('Пояснение', String(data.comment))] : []),
  ]
}
