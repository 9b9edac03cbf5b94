import { Type } from 'typebox'

/** An answer by field name. validate.ts checks its content; the contract does not. */
export const answerData = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 300,
  propertyNames: { maxLength: 128 },
})

/** FormSchema of field.ts on the wire. */
export const formSchema = Type.Object({
  version: Type.Integer(),
  sections: Type.Array(Type.Any()),
})
