import { Type } from 'typebox'

/** What a person typed, by field name. Its inner shape is the form's own, checked by validate.ts, not by the contract. */
export const answerData = Type.Record(Type.String({ maxLength: 128 }), Type.Unknown(), { maxProperties: 300 })

/** FormSchema of field.ts on the wire. */
export const formSchema = Type.Object({
  version: Type.Integer(),
  sections: Type.Array(Type.Any()),
})
