export interface MultiformTables {
  /** The people who need not do a part, because they had handed in the whole before it was added. */
  multiform_spared: { stage_id: number; account_id: number }
}
