import { Type } from 'typebox'
import { meetingStatuses, userMeetingStatuses } from './classify.ts'

export const meetingStatus = Type.Enum([...meetingStatuses])
export const userMeetingStatus = Type.Enum([...userMeetingStatuses])
export const meetingFormat = Type.Union([Type.Literal(1), Type.Literal(2)], { description: '1 очно, 2 онлайн' })
