import type { CompetitionLinks, SocialLinks } from '#server/seasons/competitions/tables.ts'

interface DemoCompetition {
  code: string
  title: string
  tagline: string
  description: string
  theme: string
  layout: string
  /** Days from the first start. */
  starts: number
  ends: number
  tracks: { code: string; title: string; description: string }[]
}

export const demoLinks: CompetitionLinks = {
  news: 'https://example.org/news',
  rules: 'https://example.org/rules',
  personal_data: 'https://example.org/personal-data',
}

export const demoSocial: SocialLinks = {
  vk: 'https://vk.com/example',
  telegram: 'https://t.me/example',
  ok: 'https://ok.ru/example',
  rutube: 'https://rutube.ru/channel/example',
}

export const demoCompetitions: DemoCompetition[] = [
  {
    code: 'ru_season_5',
    title: 'Лидеры страны. Пятый сезон',
    tagline: 'Покажите, как вы ведёте за собой',
    description:
      'Конкурс для руководителей, которые хотят расти и быть полезными. Пройдите дистанционный отбор, соберите команду и защитите решение настоящей управленческой задачи. Финалисты получают год работы с наставником и образовательный грант.',
    theme: 'ru_season_5',
    layout: 'ru_season_5',
    starts: -14,
    ends: 150,
    tracks: [
      {
        code: 'state',
        title: 'Государственное управление',
        description: 'Для тех, кто работает в органах власти и бюджетных организациях или хочет туда прийти.',
      },
      {
        code: 'business',
        title: 'Бизнес и промышленность',
        description: 'Для руководителей компаний, производств и тех, кто ведёт своё дело.',
      },
    ],
  },
  {
    code: 'politleaders_2',
    title: 'Лидеры политики. Второй сезон',
    tagline: 'Для тех, кто готов отвечать за общее дело',
    description:
      'Конкурс для депутатов, общественников и всех, кто занимается публичной политикой: дебаты, решение задач регионов и встречи с действующими политиками.',
    theme: 'politleaders_2',
    layout: 'politleaders_2',
    starts: -5,
    ends: 120,
    tracks: [
      {
        code: 'main',
        title: 'Общий трек',
        description: 'Один путь для всех участников: от заявки до финальных дебатов.',
      },
    ],
  },
  {
    code: 'socialarchitects',
    title: 'Социальные архитекторы',
    tagline: 'Проекты, после которых жить лучше',
    description:
      'Конкурс для авторов социальных проектов: от идеи двора без барьеров до сети семейных центров. Эксперты помогут довести замысел до работающей модели.',
    theme: 'socialarchitects',
    layout: 'socialarchitects',
    starts: 12,
    ends: 160,
    tracks: [
      { code: 'city', title: 'Город', description: 'Среда, транспорт, соседства и общественные пространства.' },
      {
        code: 'family',
        title: 'Семья и забота',
        description: 'Поддержка семей, старшего поколения и людей с инвалидностью.',
      },
    ],
  },
  {
    code: 'young_managers',
    title: 'Молодые управленцы',
    tagline: 'Первый шаг в большую работу',
    description:
      'Программа для начинающих руководителей до 30 лет: короткий отбор, школа управления и стажировка в команде опытного наставника.',
    theme: 'default',
    layout: 'default',
    starts: -60,
    ends: -3,
    tracks: [{ code: 'main', title: 'Основной трек', description: 'Отбор, школа управления и стажировка.' }],
  },
  {
    code: 'all_kinds',
    title: 'Все виды этапов',
    tagline: 'Попробуйте каждый этап сразу',
    description:
      'Здесь открыто по одному этапу каждого вида, и ни один не ждёт другого: анкеты, эссе, опросник, команды, наставники. Чтобы посмотреть, как устроен конкурс, до того как он начнётся.',
    theme: 'voz',
    layout: 'voz',
    starts: -5,
    ends: 60,
    tracks: [
      { code: 'main', title: 'Общий трек', description: 'Все этапы открыты сразу.' },
      { code: 'analytics', title: 'Аналитика', description: 'Для тех, кто принимает решения по данным.' },
      { code: 'practice', title: 'Практика в ведомстве', description: 'Две недели рядом с руководителем ведомства.' },
      { code: 'arctic', title: 'Арктика', description: 'Для тех, кто живёт и работает на Севере.' },
    ],
  },
]
