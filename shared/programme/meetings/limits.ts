/** How many other times a person must offer. */
export const proposals = { min: 2, max: 3 } as const
/** How many people may be invited to one meeting. */
export const maxInvited = 20
/** How many meetings an organiser moves at once. */
export const maxMoved = 100
export const maxPlaceLength = 300
export const maxReasonLength = 500
/** People on one page of the organiser's lists. */
export const meetingPeoplePage = 20
/** Meetings of a week on one page of the organiser's calendar. */
export const meetingBoardPage = 100
/** Mentors in the organiser's calendar; when there are more, it says so. */
export const maxBoardMentors = 500
/** Rows of a mentor's own meetings, one for each person; when there are more, the page says so. */
export const maxAgendaRows = 500
/** People in the form of a new meeting; when there are more, it says so. */
export const maxMentees = 500
/**
 * Meetings on the card of a person who has chosen the mentor, the latest first; when there are more, the card says so.
 */
export const maxCardMeetings = 10
/** How far ahead a meeting may be. */
export const maxAheadMs = 366 * 86_400_000
/** How many hours before a meeting the person and the mentor are reminded. */
export const remindedHours = [24, 1] as const
