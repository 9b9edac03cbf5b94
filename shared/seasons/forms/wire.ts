import { Type } from 'typebox'
import { fieldViews } from '#shared/forms/fields/field.ts'
import { line } from '#shared/platform/api/fields.ts'
import { maxFieldsOfForm, maxKeepDays, maxOptions, maxSections } from './limits.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const number = Type.Number({ minimum: -1e12, maximum: 1e12 })
const optional = Type.Optional

const rules = Type.Object(
  {
    required: optional(Type.Boolean()),
    int: optional(Type.Boolean()),
    max_length: optional(count),
    min_length: optional(count),
    min_value: optional(number),
    max_value: optional(number),
    numeric: optional(Type.Boolean()),
    regexp: optional(text(500)),
    min_calendar_years: optional(count),
    max_calendar_years: optional(count),
    phone: optional(Type.Boolean()),
    email: optional(Type.Boolean()),
    not_eq: optional(text(64)),
  },
  { additionalProperties: false },
)

const plain = {
  name: text(64),
  label: line({ maxLength: 500 }),
  view: Type.Enum([...fieldViews]),
  value: optional(Type.Unknown()),
  human_readable_value: optional(Type.Union([text(2000), Type.Null()])),
  hidden: optional(Type.Boolean()),
  disabled: optional(Type.Boolean()),
  read_only: optional(Type.Boolean()),
  params: optional(
    Type.Object(
      {
        dict: optional(text(64)),
        values: optional(Type.Array(text(300), { maxItems: maxOptions })),
        suggest: optional(Type.Boolean()),
        competition_specific_dict: optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  ),
  options: optional(
    Type.Array(Type.Object({ id: text(64), value: text(300) }, { additionalProperties: false }), {
      maxItems: maxOptions,
    }),
  ),
  validation_rules: optional(rules),
  custom_errors: optional(Type.Record(text(64), text(300))),
  hint: optional(text(2000)),
  section: optional(text(64)),
  visible_when: optional(Type.Unknown({ description: 'Условие показа: all, any, not или сравнение с ответом' })),
  rows: optional(Type.Object({ min: optional(count), max: optional(count) }, { additionalProperties: false })),
  files: optional(
    Type.Object(
      {
        max_files: optional(count),
        max_bytes: optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
        formats: optional(Type.Array(text(16), { maxItems: 30 })),
      },
      { additionalProperties: false },
    ),
  ),
  special: optional(Type.Boolean()),
  employer: optional(Type.Boolean()),
  keep_days: optional(Type.Integer({ minimum: 1, maximum: maxKeepDays })),
}

const child = Type.Object(plain, { additionalProperties: false })
const field = Type.Object(
  { ...plain, fields: optional(Type.Array(child, { maxItems: 50 })) },
  { additionalProperties: false },
)

/** A form that an organiser edits. form-faults.ts checks what the types cannot express. */
export const builtForm = Type.Object(
  {
    version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    sections: Type.Array(
      Type.Object(
        {
          code: text(64),
          title: text(300),
          hint: optional(text(2000)),
          fields: Type.Array(field, { maxItems: maxFieldsOfForm }),
        },
        { additionalProperties: false },
      ),
      { maxItems: maxSections },
    ),
  },
  { additionalProperties: false },
)
