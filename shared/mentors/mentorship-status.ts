/** The status of a handed-in choice of a mentor. */
export const mentorshipStatuses = ['proposed', 'accepted', 'declined', 'ended'] as const
export type MentorshipStatus = (typeof mentorshipStatuses)[number]

/** The stage kinds at which mentors are chosen. */
export const mentorChoiceKinds: readonly string[] = ['mentor_choice', 'final_mentor_choose']
