/** Teams on a page of the organiser's list. */
export const checkedTeamsPage = 20

/** Days after which a team gets another captain when its captain no longer takes part. */
export const orphanDays = { usual: 3, max: 30 }

/** Requests for a replacement on a page. */
export const replacementsPage = 20

export const maxReason = 500
export const maxMemberNote = 300

/** Teams of a regional group on a page of organisers. */
export const regionalTeamsPage = 20
export const maxRegionalName = 100
/** Places of a regional team; the database has the same limit. */
export const maxRegionalPlaces = 50
