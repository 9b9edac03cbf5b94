import type { ServerStageKind } from '#server/stages/kind.ts'

export const rules: ServerStageKind = {
  answerInWords: async (_db, { data }) => {
    const line = (label: string, value: string) => ({ section: 'Ответ', label, value })
    return [
      line('Решение', data.status === 'done' ? 'Правила приняты' : 'Правила отклонены'),
      line('Редакция правил', String(data.version)),
      ...(data.comment ? [line('Пояснение', String(data.comment))] : []),
    ]
  },
  handInDraft: null,
}
