export interface KeyTables {
  signing_keys: {
    mark: Buffer
    first_used_at: Date
    last_used_at: Date
  }
}
