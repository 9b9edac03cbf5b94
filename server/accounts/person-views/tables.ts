export interface PersonViewTables {
  person_views: {
    session_id: string
    id: string
    account_id: number
    competition_code: string
    ends_at: Date
  }
}
