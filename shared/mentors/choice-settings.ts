import { Type } from 'typebox'

const bound = Type.Integer({ minimum: 0, maximum: 100 })

/** Of every kind of stage at which mentors are chosen: 0 and 0 is any number, but one at least. */
export const mentorChoiceSettings = Type.Object({ min_mentors: bound, max_mentors: bound })
export const shownMentorChoiceSettings = ['min_mentors', 'max_mentors'] as const
