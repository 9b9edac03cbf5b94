import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import type { CheckDraft } from '#shared/review/checking/check.ts'
import type { DeskWork } from './queries.ts'

export const verdictWords = { accept: 'Принять', return: 'Вернуть на доработку', refuse: 'Отказать' }

/** A check that is being written, for comparing two versions of it. */
export function draftInWords(typed: CheckDraft, work: DeskWork): ReadableLine[] {
  const section = 'Проверка'
  const labelOf = (field: string) => work.lines.find((line) => line.field === field)?.label ?? field
  return [
    { section, label: 'Решение', value: typed.verdict === null ? '' : verdictWords[typed.verdict] },
    { section, label: 'Причина', value: work.reasons.find(({ code }) => code === typed.reason_code)?.title ?? '' },
    { section, label: 'Участник прочитает', value: typed.reason },
    { section, label: 'Заметка', value: typed.note },
    ...typed.remarks.map(({ field, text }) => ({ section: 'Замечания', label: labelOf(field), value: text })),
  ].filter(({ value }) => value !== '')
}
