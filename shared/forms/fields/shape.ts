import { chosenId, type FormField, isRecord } from './field.ts'

const longestList = 200

/** Whether a value has a type that the field's view never sends, such as a list for a text. Only for filled values. */
export function shapeFault(field: FormField, value: unknown): { rule: string; message: string } | null {
  return fits(field, value) ? null : { rule: 'type', message: 'Значение не подходит к этому полю' }
}

function fits({ view }: FormField, value: unknown): boolean {
  switch (view) {
    case 'text':
    case 'textarea':
    case 'date':
    case 'datetime':
    case 'phone':
    case 'email':
      return typeof value === 'string'
    case 'number':
    case 'year':
      return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    case 'select':
    case 'radio':
    case 'suggest':
    case 'region':
      return chosenId(value) !== null
    case 'multiselect':
      return isList(value) && value.every((choice) => chosenId(choice) !== null)
    case 'checkbox':
    case 'consent':
      return typeof value === 'boolean'
    case 'group':
      return isList(value) && value.every(isRecord)
    case 'file':
    case 'image':
      return isList(value) && value.every(isFile)
  }
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= longestList
}

function isFile(value: unknown): boolean {
  const { file_id, name, size } = isRecord(value) ? value : {}
  return typeof file_id === 'string' && typeof name === 'string' && (size === undefined || typeof size === 'number')
}
