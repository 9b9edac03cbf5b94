/** The view of a `teams_forming` stage whose teams are those of a regional group. */
export const regionalView = 'regional'

/** Teams on a page of the group. */
export const groupPage = 10
