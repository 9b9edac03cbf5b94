import type { ColumnType } from 'kysely'
import type { FormSchema } from '#shared/forms/fields/field.ts'

export interface FormBuildingTables {
  /** The draft of a form; schema is null when everything is published. */
  form_drafts: {
    stage_id: number
    revision: number
    schema: ColumnType<FormSchema | null, string | null, string | null>
    saved_at: Date
    saved_by: ColumnType<number | null, number | null | undefined, number | null>
  }
  own_dictionaries: {
    competition_code: string
    dict: string
    title: string
    loaded_at: Date
    loaded_by: ColumnType<number | null, number | null | undefined, number | null>
  }
}
