/** How a handed-in choice of a mentor stands. */
export const mentorshipStatuses = ['proposed', 'accepted', 'declined', 'ended'] as const
export type MentorshipStatus = (typeof mentorshipStatuses)[number]

/** The kinds of stage at which mentors are chosen. */
export const mentorChoiceKinds: readonly string[] = ['mentor_choice', 'final_mentor_choose']
