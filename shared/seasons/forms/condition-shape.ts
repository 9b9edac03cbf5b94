import { type Condition, isRecord } from '#shared/forms/fields/field.ts'

const maxDepth = 6
const maxParts = 50
const maxName = 64
const maxValue = 300

/** Whether a value from outside is a condition that the portal can evaluate. */
export function isCondition(value: unknown, level = 1): value is Condition {
  if (!isRecord(value) || level > maxDepth) return false
  const keys = Object.keys(value).toSorted().join(',')
  if (keys === 'all' || keys === 'any') {
    const parts = value[keys]
    return Array.isArray(parts) && parts.length <= maxParts && parts.every((part) => isCondition(part, level + 1))
  }
  if (keys === 'not') return isCondition(value.not, level + 1)
  if (typeof value.field !== 'string' || value.field.length > maxName) return false
  if (keys === 'field,filled') return value.filled === true
  if (keys === 'equals,field') return typeof value.equals === 'boolean' || isPlain(value.equals)
  if (keys !== 'field,in') return false
  return Array.isArray(value.in) && value.in.length > 0 && value.in.length <= maxParts && value.in.every(isPlain)
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && value.length <= maxValue
