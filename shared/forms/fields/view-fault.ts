import { formatOf, megabytes, storedImageFormat } from '#shared/platform/files/limits.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { dateFault } from '#shared/platform/time/read-date.ts'
import { chosenId, type FileAnswer, type FormField, isEmpty, optionsOf } from './field.ts'
import { fileLimits } from './file-limits.ts'

interface Fault {
  readonly rule: string
  readonly message: string
}

/** What the view demands of a filled value of the right type; checked after the form's own rules. */
export function viewFault(field: FormField, value: unknown, mode: 'draft' | 'hand_in'): Fault | null {
  switch (field.view) {
    case 'number':
      return mode === 'draft' || isNumber(value) ? null : { rule: 'number', message: 'Введите число' }
    case 'date':
      return mode === 'draft' ? null : ofDate(String(value))
    case 'datetime':
      return mode === 'draft' ? null : momentFault(String(value))
    case 'select':
    case 'radio':
    case 'suggest':
    case 'region':
      return choiceFault(field, [value])
    case 'multiselect':
      return choiceFault(field, value as unknown[])
    case 'group':
      return rowCountFault(field, (value as unknown[]).length, mode)
    case 'file':
    case 'image':
      return fileFault(field, value as FileAnswer[])
    default:
      return null
  }
}

function ofDate(typed: string): Fault | null {
  const message = dateFault(typed)
  return message === null ? null : { rule: 'date', message }
}

/** A time is 'yyyy-MM-dd HH:mm' in Moscow; date and time are typed separately. */
function momentFault(value: string): Fault | null {
  const date = value.replace(/ .*$/s, '')
  const time = value.slice(date.length + 1)
  const fault = ofDate(date)
  if (fault) return fault
  const whole = /^\d{2}:\d{2}$/.test(time) && parseWire(value)
  return whole ? null : { rule: 'time', message: time === '' ? 'Введите время' : 'Введите время в виде ЧЧ:ММ' }
}

/** The server checks choices of a dictionary; here only the form's own choices are known. */
function choiceFault(field: FormField, chosen: readonly unknown[]): Fault | null {
  const options = optionsOf(field)
  if (!options || field.params?.suggest) return null
  const known = new Set<string | null>(options.map(({ id }) => id))
  const sound = chosen.every((value) => isEmpty(value) || known.has(chosenId(value)))
  return sound ? null : { rule: 'options', message: 'Выберите значение из списка' }
}

function rowCountFault({ rows }: FormField, count: number, mode: 'draft' | 'hand_in'): Fault | null {
  if (rows?.max !== undefined && count > rows.max) {
    return { rule: 'max_rows', message: `Не больше ${counted(rows.max, 'записи', 'записей', 'записей')}` }
  }
  if (mode === 'hand_in' && rows?.min !== undefined && count < rows.min) {
    return { rule: 'min_rows', message: `Добавьте не меньше ${counted(rows.min, 'записи', 'записей', 'записей')}` }
  }
  return null
}

function fileFault(field: FormField, uploaded: readonly FileAnswer[]): Fault | null {
  const { maxFiles, maxBytes, formats } = fileLimits(field)
  if (uploaded.length > maxFiles) {
    return { rule: 'too_many_files', message: `Слишком много файлов: не больше ${maxFiles}` }
  }
  const stored = field.view === 'image' ? [...formats, storedImageFormat] : formats
  if (uploaded.some(({ name }) => !stored.includes(formatOf(name)))) {
    return {
      rule: 'file_type_unsupported',
      message: `Файлы такого вида не принимаются. Подойдут: ${formats.join(', ')}`,
    }
  }
  if (uploaded.some(({ size }) => size !== undefined && size > maxBytes)) {
    return { rule: 'file_too_big', message: `Файл слишком большой: не больше ${megabytes(maxBytes)}` }
  }
  return null
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || /^-?\d+(?:[.,]\d+)?$/.test(String(value))
}
