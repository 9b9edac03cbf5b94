import type { AdminFlag } from '#shared/platform/api/route.ts'
import { adminFlags } from '#shared/platform/api/route.ts'

interface NamedPerson {
  name: 'participant' | 'finalist' | 'captain' | 'mentor' | 'assessor' | 'editor' | 'admin'
  firstName: string
  lastName: string
  middleName: string
  flags?: readonly AdminFlag[]
  roles?: readonly ('mentor' | 'assessor')[]
}

export const demoPassword = 'Demo-Leader-2026'

/** People whose e-mail address is `<name>@demo.test`. */
export const namedPeople: NamedPerson[] = [
  { name: 'participant', firstName: 'Анна', lastName: 'Воронцова', middleName: 'Сергеевна' },
  { name: 'finalist', firstName: 'Тимур', lastName: 'Галиев', middleName: 'Ринатович' },
  { name: 'captain', firstName: 'Ольга', lastName: 'Синицына', middleName: 'Павловна' },
  { name: 'mentor', firstName: 'Виктор', lastName: 'Лаптев', middleName: 'Андреевич', roles: ['mentor'] },
  { name: 'assessor', firstName: 'Марина', lastName: 'Дроздова', middleName: 'Олеговна', roles: ['assessor'] },
  { name: 'editor', firstName: 'Ксения', lastName: 'Рогова', middleName: 'Игоревна', flags: ['faq'] },
  { name: 'admin', firstName: 'Илья', lastName: 'Северов', middleName: 'Дмитриевич', flags: adminFlags },
]

/** The other mentors; with the named one there are twelve. */
export const otherMentors: [lastName: string, firstName: string, middleName: string][] = [
  ['Астахов', 'Николай', 'Петрович'],
  ['Берестова', 'Людмила', 'Аркадьевна'],
  ['Вяземский', 'Олег', 'Константинович'],
  ['Гордеева', 'Алла', 'Викторовна'],
  ['Ермолаев', 'Станислав', 'Юрьевич'],
  ['Зимина', 'Вера', 'Николаевна'],
  ['Карпинский', 'Глеб', 'Андреевич'],
  ['Лихачёва', 'Нина', 'Владимировна'],
  ['Меркулов', 'Антон', 'Сергеевич'],
  ['Платонова', 'Инга', 'Романовна'],
  ['Шувалов', 'Денис', 'Игоревич'],
]
