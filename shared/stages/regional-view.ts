/** The `view` of a `teams_forming` stage that shows the teams of a regional group. */
export const regionalView = 'regional'

/** Teams on a page of the group. */
export const groupPage = 10
