export interface MultiformTables {
  /** Who had handed in the whole before the part was added, and was spared it. */
  multiform_spared: { stage_id: number; account_id: number }
}
