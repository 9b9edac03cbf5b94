import type { AdminFlag } from '#shared/platform/api/route.ts'
import type { Duty } from './duties.ts'

export interface Section {
  id: string
  title: string
  flag: AdminFlag
  /** Its address in a competition. */
  path: (competition: string) => string
  /** How many things in it wait for the person. */
  waits?: (duty: Duty) => number
  /** Other lists that show it: `row` is the row of links above a page of numbers, `menu` the person's menu. */
  also?: readonly ('row' | 'menu')[]
  /** Pages of the console that belong to it, with an address beside its own. */
  owns?: string
}

const inConsole = (name: string) => (competition: string) => `/admin/${competition}/${name}`

/** Everything that an organiser can open in a competition, each for those who have the right to it, in groups. */
export const sectionGroups: readonly { title: string; sections: readonly Section[] }[] = [
  {
    title: 'Сезон',
    sections: [
      { id: 'console', title: 'Обзор', flag: 'competitions', path: (code) => `/admin/${code}` },
      { id: 'season', title: 'Настройки конкурса', flag: 'competitions', path: inConsole('season'), also: ['row'] },
      { id: 'preview', title: 'Глазами участника', flag: 'competitions', path: inConsole('preview'), also: ['row'] },
    ],
  },
  {
    title: 'Люди',
    sections: [
      { id: 'people', title: 'Участники', flag: 'participants', path: inConsole('people'), also: ['row', 'menu'] },
      { id: 'acts', title: 'Действия со многими', flag: 'participants', path: inConsole('acts') },
      { id: 'duplicates', title: 'Повторы', flag: 'participants', path: inConsole('duplicates') },
      {
        id: 'inbox',
        title: 'Обращения',
        flag: 'participants',
        path: inConsole('support'),
        waits: ({ support }) => support?.open ?? 0,
        also: ['menu'],
      },
    ],
  },
  {
    title: 'Решения',
    sections: [
      {
        id: 'checks',
        title: 'Проверка',
        flag: 'assessment',
        path: inConsole('checks'),
        waits: ({ desk }) => (desk ? desk.waits + desk.appeals : 0),
      },
      {
        id: 'cutoffs',
        title: 'Отбор',
        flag: 'assessment',
        path: inConsole('cutoffs'),
        owns: 'protocols',
        also: ['row', 'menu'],
      },
    ],
  },
  {
    title: 'Переписка',
    sections: [
      { id: 'messages', title: 'Сообщения', flag: 'notifications', path: inConsole('messages'), also: ['row', 'menu'] },
      {
        id: 'letters',
        title: 'Письма портала',
        flag: 'notifications',
        path: inConsole('letters'),
        also: ['row', 'menu'],
      },
      {
        id: 'faq',
        title: 'Статьи помощи',
        flag: 'faq',
        path: inConsole('help'),
        waits: ({ help }) => help?.misses ?? 0,
        also: ['menu'],
      },
    ],
  },
  {
    title: 'Итоги',
    sections: [
      { id: 'reports', title: 'Отчёты', flag: 'reports', path: inConsole('reports'), also: ['row', 'menu'] },
      { id: 'exports', title: 'Выгрузки', flag: 'reports', path: inConsole('exports'), also: ['row', 'menu'] },
    ],
  },
  {
    title: 'Доступ',
    sections: [{ id: 'rights', title: 'Права', flag: 'admins', path: inConsole('rights'), also: ['row', 'menu'] }],
  },
]

export const sections = sectionGroups.flatMap((group) => group.sections)

/** The address of a section in a competition. */
export function sectionPath(id: string, competition: string): string {
  const found = sections.find((section) => section.id === id)
  if (!found) throw new Error(`There is no section ${id}`)
  return found.path(competition)
}

/** The groups with what these rights open, without the empty ones. */
export function groupsFor(rights: readonly string[]): typeof sectionGroups {
  return sectionGroups
    .map((group) => ({ ...group, sections: group.sections.filter(({ flag }) => rights.includes(flag)) }))
    .filter((group) => group.sections.length > 0)
}

/** The section of an address: the page itself or one below it; the longest path wins. */
export function sectionAt(pathname: string, competition: string): Section | undefined {
  const at = pathname.replace(/\/$/, '')
  return sections
    .flatMap((section) => {
      const paths = [section.path(competition), ...(section.owns ? [inConsole(section.owns)(competition)] : [])]
      return paths.map((path) => ({ section, path }))
    })
    .filter(({ path }) => at === path || at.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]?.section
}
