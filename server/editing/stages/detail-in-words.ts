import { letters } from '#shared/messages/letters/letters.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'

/** What the fields of a row's detail are called in the journal. The others say where it was done and about whom. */
const titles: Record<string, string> = {
  ...{ minutes: 'Минут', attempts: 'Попыток', meetings: 'Встреч', people: 'Людей', given: 'Пар или мест' },
  ...{ unplaced: 'Остались без места', moved: 'Переведены', version: 'Редакция' },
  ...{
    passing: 'Проходной балл',
    question: 'Вопрос №',
    added_for: 'Добавлено',
    finished: 'Уже сдали',
    part: 'Часть №',
  },
  ...{ dict: 'Справочник', items: 'Строк', from: 'Из конкурса', days: 'Сдвиг в днях', stages: 'Этапов' },
  ...{
    questions: 'Вопросов',
    export: 'Выгрузка №',
    format: 'Вид файла',
    columns: 'Столбцов',
    broadcast: 'Сообщение №',
  },
  ...{ bulk_act: 'Действие №', entry_code: 'Код №', uses: 'Сколько раз', until: 'До', personal: 'Для одной почты' },
  ...{ invitation: 'Приглашение №', letter: 'Письмо', title: 'Заголовок', text: 'Текст', take: 'Запись №' },
  ...{
    letters_changed: 'Тексты писем изменены',
    line: 'Черта',
    places: 'Мест',
    score: 'Балл',
    ties: 'Равные на черте',
  },
  ...{ waiting: 'В списке ожидания', missing: 'Без балла', tie_stage: 'Равных разводит этап', tracks: 'Треки' },
  ...{ scores: 'Сумма баллов', quotas: 'Квоты', second: 'Второй список', like: 'Копия варианта №' },
  ...{ feedback: 'Обращение №' },
  ...{ budget: 'В час', added: 'Новых', changed: 'Изменённых', retired: 'Снятых' },
}

/** Codes that organisers see as words elsewhere. */
const words: Record<string, string> = {
  ...{ true: 'да', false: 'нет', null: 'нет', '': 'нет' },
  ...Object.fromEntries(Object.entries(letters).map(([code, { name }]) => [code, name])),
  ...{ csv: 'CSV', xlsx: 'XLSX', zip: 'ZIP' },
  ...{ ask: 'решить позже', in: 'проходят все', out: 'не проходит никто', score: 'по баллу', places: 'по числу мест' },
}

/** What an act changed, from its list of changes and the other fields of its detail. */
export function changesIn({ changes, before, after, ...own }: Record<string, unknown>): StageChange[] {
  const listed = Array.isArray(changes) ? (changes as StageChange[]) : []
  const [was, now] = [fieldsOf(before), fieldsOf(after)]
  return [
    ...listed.map((change) => ({
      ...change,
      ...(change.before !== undefined && { before: inMoscow(change.before) }),
      ...(change.after !== undefined && { after: inMoscow(change.after) }),
    })),
    ...[...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((field): StageChange[] =>
      JSON.stringify(was[field]) === JSON.stringify(now[field])
        ? []
        : [
            {
              ...{ field, title: titles[field] ?? field },
              ...(field in was && { before: inWords(was[field]) }),
              ...(field in now && { after: inWords(now[field]) }),
            },
          ],
    ),
    ...Object.entries(own).flatMap(([field, value]): StageChange[] => {
      const title = titles[field]
      return title === undefined || value === null || value === false
        ? []
        : [{ field, title, after: Array.isArray(value) ? String(value.length) : inWords(value) }]
    }),
  ]
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** A value as one line: numbers, codes, and lists of them. */
function inWords(value: unknown): string {
  if (Array.isArray(value))
    return typeof value[0] === 'number' ? String(value.length) : value.map(inWords).join(', ') || 'нет'
  if (typeof value === 'object' && value !== null) return Object.values(value).map(inWords).join(' × ')
  const text = String(value)
  return words[text] ?? inMoscow(text)
}

/** A moment as pages show it; other texts as they are. */
const inMoscow = (text: string): string => {
  const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) ? parseWire(text) : null
  return moment ? showDateTime(moment) : text
}
