import type { AdminFlag } from '#shared/api/route.ts'

/** The other pages of the console, each for those who have the right to it. */
export const sections: readonly { path: string; title: string; flag: AdminFlag }[] = [
  { path: 'season', title: 'Настройки конкурса', flag: 'competitions' },
  { path: 'preview', title: 'Глазами участника', flag: 'competitions' },
  { path: 'people', title: 'Участники', flag: 'participants' },
  { path: 'cutoffs', title: 'Отбор', flag: 'assessment' },
  { path: 'messages', title: 'Сообщения', flag: 'notifications' },
  { path: 'letters', title: 'Письма портала', flag: 'notifications' },
  { path: 'reports', title: 'Отчёты', flag: 'reports' },
  { path: 'exports', title: 'Выгрузки', flag: 'reports' },
  { path: 'rights', title: 'Права', flag: 'admins' },
]

/** Those that the overview of the season leads to anyway are left out. */
export const sectionsBeside = sections.filter(({ flag }) => flag !== 'competitions')
