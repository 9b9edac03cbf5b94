import { Refusal } from '#shared/platform/api/refusals.ts'

const maxDepth = 32

/**
 * Refuses values that no column can store or that break comparisons: NUL, lone surrogates, numbers that are not
 * finite, and JSON that is too deep. Throws `invalid_request` with the path of the first fault.
 */
export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw fault(path, 'text', 'Текст содержит недопустимые символы')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw fault(path, 'number', 'Число слишком большое')
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= maxDepth) throw fault(path, 'depth', 'Данные вложены слишком глубоко')
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key, path, depth + 1)
      refuseUnstorable(inner, path === '' ? key : `${path}.${key}`, depth + 1)
    }
  }
}

function fault(path: string, rule: string, message: string): Refusal {
  return new Refusal('invalid_request', path === '' ? {} : { fields: { [path]: { rule, message } } })
}
