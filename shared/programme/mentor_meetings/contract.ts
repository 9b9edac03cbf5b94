import { type Static, Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { mentorMeetingsFacts } from './kind.ts'

const settings = Type.Object({
  quota: setting(Type.Integer({ minimum: 0, maximum: 50 }), {
    title: 'Сколько встреч нужно каждому',
    hint: 'Столько состоявшихся встреч — и этап пройден. У кого меньше, виден в списке под настройками. 0 — не считать.',
    default: 1,
    shown: false,
  }),
  answer_days: setting(Type.Integer({ minimum: 1, maximum: 30 }), {
    title: 'Через сколько дней напомнить тому, кто не ответил',
    hint: 'Участнику — о приглашении, наставнику — о просьбе перенести встречу',
    default: 3,
    shown: false,
  }),
  cancel_days: setting(Type.Integer({ minimum: 1, maximum: 30 }), {
    title: 'Через сколько дней после напоминания отменить встречу',
    hint: 'Если ответа так и нет. Встреча без ответа отменяется и тогда, когда наступает её время.',
    default: 2,
    shown: false,
  }),
  mentor_limit: setting(Type.Integer({ minimum: 0, maximum: 500 }), {
    title: 'Сколько встреч наставник может назначить сразу',
    hint: 'Считаются те, что ещё впереди. 0 — без предела.',
    default: 0,
    shown: false,
  }),
})
export type MeetingSettings = Static<typeof settings>

/** For a competition with a choice of mentors and without a stage of meetings. */
export const usualMeetingSettings: MeetingSettings = { quota: 0, answer_days: 3, cancel_days: 2, mentor_limit: 0 }

export const mentorMeetingsKind = stageKind(mentorMeetingsFacts, {
  settings,
  steps: [],
  answer: null,
  faults: null,
})
