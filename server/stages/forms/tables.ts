import type { ColumnType } from 'kysely'
import type { FormSchema } from '#shared/forms/fields/field.ts'

export interface FormTables {
  form_versions: {
    stage_id: number
    version: number
    schema: ColumnType<FormSchema, string, string>
    published_at: Date
  }
}
