/** Maximum number of teams on one page of the list. */
export const teamsPage = 9

/** People looking for a team on one page. */
export const seekersPage = 12

export const maxTeamNameLength = 80
export const maxTeamAboutLength = 500
export const maxSkillsLength = 300
export const maxAboutLength = 1000
export const maxContactLength = 200

/** For how many days a code is valid, and how many people it can let in. */
export const codeDays = { min: 1, usual: 7, max: 30 }
export const codeUses = { min: 1, max: 50 }

/** Maximum number of open requests of one person at a stage. */
export const maxOpenRequests = 5

/** Maximum number of open requests and invitations of one team. */
export const maxTeamRequests = 30
export const maxTeamInvitations = 30

export const maxDutyLength = 60

/** Documents of one request for a replacement. */
export const replacementFiles = { max: 5, formats: ['pdf', 'docx', 'jpg', 'png'] }
export const maxReplacementReason = 500
