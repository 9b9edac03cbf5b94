import type { ColumnType } from 'kysely'
import type { EditedStage } from '#shared/stages/stage-form.ts'

export interface StageEditingTables {
  /** Unpublished edits of a stage; data is null when there are none. */
  stage_edits: {
    stage_id: number
    revision: number
    data: ColumnType<EditedStage | null, string | null, string | null>
    /** The version of the kind's settings in which they were saved. */
    settings_version: number
    saved_at: Date
    saved_by: ColumnType<number | null, number | null | undefined, number | null>
  }
}
