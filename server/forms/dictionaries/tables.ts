import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface DictionaryTables {
  dictionary_edition: { only_row: Defaulted<boolean>; checksum: string }
  dictionary_version: { only_row: Defaulted<boolean>; version: Defaulted<string> }
  dictionary_items: {
    dict: string
    id: string
    value: string
    search: string
    /** kladr_code */
    region: Defaulted<string | null>
    /** The federal district's name. */
    fo: Defaulted<string | null>
    competition_code: Defaulted<string | null>
    sort: Defaulted<number>
    retired: Defaulted<boolean>
  }
}
