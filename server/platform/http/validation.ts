import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'

const options = { allErrors: false, removeAdditional: false, useDefaults: true, strict: false } as const

/** Params and query are text and are converted to the contract's types; a body must already have them. */
const addressAjv = new Ajv({ ...options, coerceTypes: true })
const bodyAjv = new Ajv({ ...options, coerceTypes: false })

export function compileValidator(schema: object, httpPart: string | undefined) {
  return (httpPart === 'body' ? bodyAjv : addressAjv).compile(schema)
}

const wording: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'Обязательное поле',
  additionalProperties: () => 'Такого поля здесь нет',
  maxLength: ({ limit }) => `Не больше ${limit} символов`,
  minLength: () => 'Обязательное поле',
  maximum: ({ limit }) => `Не больше ${limit}`,
  minimum: ({ limit }) => `Не меньше ${limit}`,
  maxItems: ({ limit }) => `Не больше ${limit} значений`,
  maxProperties: ({ limit }) => `Не больше ${limit} полей`,
  type: () => 'Значение не того вида',
  enum: () => 'Такого значения в списке нет',
  const: () => 'Такого значения в списке нет',
  anyOf: () => 'Такого значения в списке нет',
  pattern: () => 'Неверный вид значения',
}

/** The first fault of a request as a field path: `/jobs/0/end` becomes `jobs.0.end`. */
export function faultsOf(errors: readonly (ErrorObject | FastifySchemaValidationError)[]): FieldFaults {
  const first = errors[0]
  if (!first) return {}
  const params = first.params as Record<string, unknown>
  const inner = params.missingProperty ?? params.additionalProperty
  const path = [...first.instancePath.split('/').slice(1), ...(inner ? [String(inner)] : [])].join('.')
  return path === ''
    ? {}
    : { [path]: { rule: first.keyword, message: wording[first.keyword]?.(params) ?? 'Неверное значение' } }
}
