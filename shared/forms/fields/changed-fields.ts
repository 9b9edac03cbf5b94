import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { type FormField, type FormSchema, fieldsOf, isRecord } from './field.ts'

/** The fields that a person must check again because the form has changed since the answer; empty when it has not. */
export function changedFields(before: FormSchema, after: FormSchema): FieldFaults {
  const earlier = new Map(fieldsOf(before).map((field) => [field.name, field]))
  const later = fieldsOf(after)
  const fault = (rule: string, message: string) => ({ rule, message })
  const changed = later.flatMap((field): [string, { rule: string; message: string }][] => {
    const old = earlier.get(field.name)
    if (old === undefined) return [[field.name, fault('added', 'Новый вопрос. Ответьте на него')]]
    if (asText(old) === asText(field)) return []
    return [[field.name, fault('changed', 'Вопрос изменился. Проверьте ответ')]]
  })
  const kept = new Set(later.map(({ name }) => name))
  const removed = [...earlier.keys()]
    .filter((name) => !kept.has(name))
    .map((name): [string, { rule: string; message: string }] => [
      name,
      fault('removed', 'Этот вопрос больше не задаём'),
    ])
  return Object.fromEntries([...changed, ...removed])
}

/** Ignores the order of keys, because the database changes it. */
function asText(field: FormField): string {
  return JSON.stringify(field, (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  )
}
