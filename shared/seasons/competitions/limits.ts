/** People on one page of the list. */
export const participantsPage = 20
/** A search looks through at most this many people. */
export const maxFound = 5_000
export const maxReason = 500
export const maxInfoblockTitle = 200
export const maxInfoblockText = 2000
/** The largest number of days from giving an extension to its end. */
export const maxExtensionDays = 366
/** Characters of a tag, and tags of one participant. */
export const maxTag = 40
export const maxTags = 20
/** Saved audiences of a competition. */
export const maxAudiences = 50
export const maxAudienceTitle = 80
