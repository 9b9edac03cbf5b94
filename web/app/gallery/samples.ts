import type { StageNode } from '#web/stages/StagePath/stage-node.ts'

/* Sample data: stages and search results. */
export const now = Date.parse('2026-12-11T10:00:00+03:00')
export const stages: StageNode[] = [
  {
    id: '1',
    title: 'Регистрация',
    kindLabel: 'Регистрация',
    status: 'success',
    statusText: 'Пройден 12 ноября',
    href: '#1',
  },
  { id: '2', title: 'Правила конкурса', kindLabel: 'Правила', status: 'success', statusText: 'Приняты', href: '#2' },
  {
    id: '3',
    title: 'Тест управленческих способностей',
    kindLabel: 'Тест',
    status: 'success',
    statusText: 'Пройден, 84 балла',
    href: '#3',
  },
  {
    id: '4',
    title: 'Дистанционный этап',
    kindLabel: 'Группа',
    status: 'in_progress',
    statusText: 'Идёт',
    children: [
      { id: '41', title: 'Эссе', status: 'success', statusText: 'сдано', href: '#41' },
      {
        id: '42',
        title: 'Видеоинтервью',
        kindLabel: 'Видеоинтервью',
        status: 'in_progress',
        statusText: 'Начато: записано 2 ответа из 5',
        reason: 'Записать можно в любое время до конца срока. Черновик хранится на этом устройстве и у нас.',
        until: '2026-12-15T23:59:00+03:00',
        href: '#42',
        actionText: 'Продолжить запись',
        current: true,
      },
      { id: '43', title: 'Анкета руководителя', status: 'available', statusText: 'можно начать', href: '#43' },
    ],
  },
  {
    id: '5',
    title: 'Выбор наставника',
    kindLabel: 'Наставники',
    status: 'wait',
    statusText: 'Ещё не открыт',
    reason: 'Откроется 20 декабря в 10:00',
    opensAt: '2026-12-20T10:00:00+03:00',
  },
  {
    id: '6',
    title: 'Региональные команды',
    kindLabel: 'Команды',
    status: 'wait',
    statusText: 'Закрыт',
    reason: 'Откроется после этапа «Видеоинтервью»',
  },
  {
    id: '7',
    title: 'Решение управленческой задачи',
    kindLabel: 'Решение',
    status: 'wait',
    statusText: 'Закрыт',
    reason: 'Откроется после этапа «Региональные команды»',
  },
  {
    id: '8',
    title: 'Открытый урок',
    kindLabel: 'Урок',
    status: 'timeover',
    statusText: 'Срок истёк',
    reason: 'Урок нужно было провести до 1 декабря',
  },
  {
    id: '9',
    title: 'Полуфинал',
    kindLabel: 'Событие',
    status: 'wait',
    statusText: 'Закрыт',
    reason: 'Откроется после решения задачи',
  },
  {
    id: '10',
    title: 'Суперфинал',
    kindLabel: 'Событие',
    status: 'unavailable_finalist',
    statusText: 'Недоступен',
    reason: 'Вы уже финалист другого трека',
  },
]

export const search = async (text: string) => {
  await new Promise((done) => setTimeout(done, 300))
  if (text.startsWith('яя')) throw new Error('offline')
  return [
    'Как восстановить пароль',
    'Как сменить почту',
    'Какие документы нужны для регистрации',
    'Как записать видеоинтервью',
  ]
    .filter((label) => label.toLowerCase().includes(text.toLowerCase()))
    .map((label) => ({ id: label, label }))
}

export const regions = [
  'Москва',
  'Санкт-Петербург',
  'Республика Татарстан',
  'Новосибирская область',
  'Приморский край',
  'Ханты-Мансийский автономный округ',
].map((label) => ({ value: label, label }))
