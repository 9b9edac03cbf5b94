/** The status of a handed-in choice of a mentor. */
export const mentorshipStatuses = ['proposed', 'accepted', 'declined', 'ended'] as const
export type MentorshipStatus = (typeof mentorshipStatuses)[number]

/** The stage kinds at which mentors are chosen. */
export const mentorChoiceKinds: readonly string[] = ['mentor_choice', 'final_mentor_choose']

/** A mentor's wish about a person before a matching: would rather not, no wish, would like to. */
export type MentorWish = -1 | 0 | 1

/** Who has answered; `time`: nobody answered in time, `other`: another mentor works with the person. */
export type AnsweredBy = 'mentor' | 'assistant' | 'letter' | 'time' | 'other' | 'organiser'

/** Why a mentor declines a person; `no_answer` is set by the portal only. */
export const refusalReasons = {
  no_time: 'Нет времени',
  other_topic: 'Не моя тема',
  conflict: 'Конфликт интересов: мы знакомы или работаем вместе',
  other: 'Другое',
} as const
export type GivenReason = keyof typeof refusalReasons
export type RefusalReason = GivenReason | 'no_answer'

/** The largest number of people of one mentor in one competition. */
export const maxCapacity = 1000
/** Characters of the link to a mentor's video. */
export const maxMentorLink = 300
