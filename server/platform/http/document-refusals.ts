import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { type RefusalCode, refusals } from '#shared/platform/api/refusals.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import type { ApiDocument, Operation } from './api-page.ts'

const text = { type: 'string' }

/** The schema of every refusal; its type is `RefusalBody`. */
const refusal = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: [...Object.keys(refusals), 'SERVER_UNAVAILABLE'] },
    message: text,
    fields: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['rule', 'message'],
        properties: { rule: text, message: text },
      },
    },
    retry_after: { type: 'number' },
    request_id: text,
  },
}

/** Adds refusals to every call: for each status the codes that its contract implies, and a default for all others. */
export function documentRefusals(document: ApiDocument): ApiDocument {
  const described = structuredClone(document)
  described.components = { ...described.components, schemas: { ...described.components?.schemas, Refusal: refusal } }
  for (const methods of Object.values(described.paths ?? {}))
    for (const operation of Object.values(methods)) {
      for (const answer of Object.values(operation.responses ?? {})) answer.description = 'Ответ'
      operation.responses = {
        ...operation.responses,
        ...refusalsOf(operation),
        default: {
          description: 'Отказ',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      }
      delete operation['x-refusals']
    }
  return described
}

function refusalsOf({ 'x-refusals': codes = [] }: Operation): NonNullable<Operation['responses']> {
  const byStatus = groupBy(codes, (code) => refusals[code])
  return Object.fromEntries([...byStatus].map(([status, of]) => [status, answerOf(of)]))
}

const answerOf = (codes: readonly RefusalCode[]) => ({
  description: codes.map((code) => `${code}: ${wordingOf(code)}`).join('\n'),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }] },
    },
  },
})
