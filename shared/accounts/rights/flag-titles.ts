import type { AdminFlag } from '#shared/platform/api/route.ts'

/** What each right lets an organiser do: the continuation of a sentence after «может:». */
export const flagTitles: Record<AdminFlag, string> = {
  competitions: 'Настройки конкурса и этапов',
  participants: 'Участники и обращения',
  assessment: 'Проверка, оценивание и отбор',
  faq: 'Раздел помощи',
  notifications: 'Сообщения участникам',
  events: 'Мероприятия',
  mentors: 'Наставники и встречи',
  reports: 'Отчёты и выгрузки',
  admins: 'Права организаторов',
}

/**
 * Rights that can be given for one competition. Help is common to all competitions, and events are a part of the
 * assessment.
 */
export const givenFlags = [
  'competitions',
  'participants',
  'assessment',
  'notifications',
  'mentors',
  'reports',
  'admins',
] as const satisfies readonly AdminFlag[]
export type GivenFlag = (typeof givenFlags)[number]

/** Rights that can be given for all competitions at once. */
export const portalFlags = [
  ...givenFlags.slice(0, 3),
  'faq',
  ...givenFlags.slice(3),
] as const satisfies readonly AdminFlag[]
export type PortalFlag = (typeof portalFlags)[number]
