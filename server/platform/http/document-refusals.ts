import { refusals } from '#shared/api/refusals.ts'
import type { ApiDocument } from './api-page.ts'

const text = { type: 'string' }

/** The JSON of every refusal, as `RefusalBody` has it. */
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

/** Adds the shape of refusals to every call of the document. */
export function documentRefusals(document: ApiDocument): ApiDocument {
  const described = structuredClone(document)
  described.components = { ...described.components, schemas: { ...described.components?.schemas, Refusal: refusal } }
  for (const methods of Object.values(described.paths ?? {}))
    for (const operation of Object.values(methods)) {
      for (const answer of Object.values(operation.responses ?? {})) answer.description = 'Ответ'
      operation.responses = {
        ...operation.responses,
        default: {
          description: 'Отказ',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      }
    }
  return described
}
