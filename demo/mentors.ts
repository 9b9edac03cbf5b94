import type { MeetingStatus, UserMeetingStatus } from '#shared/programme/meetings/classify.ts'

/** The texts of the twelve mentors, in the order of their accounts: the named one first. */
export const mentorProfiles: { position: string; field: string; region: string; about: string }[] = [
  {
    position: 'Первый заместитель министра промышленности области',
    field: 'Государственное управление',
    region: 'Пермский край',
    about: 'Веду промышленные проекты регионов. Помогу, если нужно договориться там, где каждый прав по-своему.',
  },
  {
    position: 'Генеральный директор станкостроительного завода',
    field: 'Промышленность',
    region: 'Свердловская область',
    about: 'Вывел два завода из убытков. Люблю людей, которые приходят с цифрами и не боятся спорить.',
  },
  {
    position: 'Ректор университета',
    field: 'Образование',
    region: 'Томская область',
    about: 'Собираю команды исследователей и практиков. Жду тех, кто строит образовательные программы.',
  },
  {
    position: 'Управляющий партнёр венчурного фонда',
    field: 'Финансы и инвестиции',
    region: 'Москва',
    about: 'За десять лет — сорок вложений. Расскажу, как проверить замысел до того, как на него дали деньги.',
  },
  {
    position: 'Главный врач областной клинической больницы',
    field: 'Здравоохранение',
    region: 'Республика Татарстан',
    about: 'Перестроила приёмное отделение так, что ожидание сократилось втрое. Готова показать на месте.',
  },
  {
    position: 'Директор по перевозкам железнодорожной компании',
    field: 'Транспорт и логистика',
    region: 'Новосибирская область',
    about: 'Отвечаю за расписание, от которого зависят тысячи людей. Учу считать последствия решений.',
  },
  {
    position: 'Заместитель губернатора по социальной политике',
    field: 'Государственное управление',
    region: 'Калужская область',
    about: 'Мне близки проекты для старших, семей и маленьких городов.',
  },
  {
    position: 'Технический директор разработчика программ',
    field: 'Цифровые технологии',
    region: 'Санкт-Петербург',
    about: 'Прошёл путь от программиста до руководителя восьмисот инженеров.',
  },
  {
    position: 'Председатель совета благотворительного фонда',
    field: 'Общественные проекты',
    region: 'Москва',
    about: 'Знаю, как собрать добровольцев и не потерять их через месяц.',
  },
  {
    position: 'Генеральный директор агрохолдинга',
    field: 'Сельское хозяйство',
    region: 'Краснодарский край',
    about: 'Сто тысяч гектаров, полторы тысячи сотрудников. Беру тех, кто готов приехать в поле.',
  },
  {
    position: 'Директор музея-заповедника',
    field: 'Культура',
    region: 'Псковская область',
    about: 'Как сделать так, чтобы музей был нужен городу, а не только туристам.',
  },
  {
    position: 'Вице-президент банка по работе с малым делом',
    field: 'Финансы и инвестиции',
    region: 'Москва',
    about: 'Помогаю предпринимателям расти без лишних долгов. Люблю короткие встречи и ясные вопросы.',
  },
]

/** Places, topics and days away, in the order of the profiles. Two mentors have unlimited places, one has none left. */
export const mentorTerms: {
  capacity: number | null
  topics: string[]
  employer?: string
  video?: string
  assistant_email?: string
  /** Days from now. */
  away?: [from: number, to: number]
}[] = [
  {
    ...{ capacity: 6, topics: ['Промышленность', 'Переговоры'], assistant_email: 'pomoshnik@demo.test' },
    video: 'https://video.demo.test/laptev',
  },
  { capacity: 2, topics: ['Производство', 'Антикризис'], away: [10, 20] },
  { capacity: 3, topics: ['Образование'] },
  { capacity: 2, topics: ['Инвестиции', 'Оценка проектов'] },
  { capacity: 1, topics: ['Медицина', 'Процессы'] },
  { capacity: null, topics: ['Логистика'] },
  { capacity: 3, topics: ['Социальные проекты'], away: [-2, 5] },
  { capacity: 4, topics: ['Разработка', 'Найм'], video: 'https://video.demo.test/karpinsky' },
  { capacity: 0, topics: ['Волонтёры'] },
  { capacity: 2, topics: ['Сельское хозяйство'] },
  // This assistant has an account; the assistant of the first mentor has none.
  { capacity: null, topics: ['Культура', 'Туризм'], assistant_email: 'demo029@demo.test' },
  { capacity: 2, topics: ['Малое дело'] },
]

/** Places in the list of mentors, with the reasons and the message to each. */
export const finalistChoice: { mentor: number; reasons: number[]; comment: string }[] = [
  {
    mentor: 0,
    reasons: [2, 3],
    comment: 'Запускаю промышленный парк в моногороде. Хочу понять, как согласовать его с регионом.',
  },
  { mentor: 3, reasons: [1, 4], comment: 'Ищу взгляд инвестора на проект до того, как подам его на конкурс.' },
  { mentor: 6, reasons: [5], comment: '' },
]

interface DemoMeeting {
  mentor: number
  days: number
  time: string
  format: 1 | 2
  place: string
  status: MeetingStatus
  answer: UserMeetingStatus
  reasons?: number[]
  comment?: string
  /** Days from now of the other times that were proposed. */
  proposed?: number[]
  /** What both sides have said after the meeting. */
  after?: { came: boolean; report: string; shared: string; rating: number | null; note: string }
}

/**
 * The finalist's meetings: every answer and every status. Days and hours are counted from the day of the first start.
 */
export const finalistMeetings: DemoMeeting[] = [
  {
    mentor: 0,
    days: 4,
    time: '18:30:00',
    format: 2,
    place: 'https://meet.demo.test/laptev',
    status: 'new',
    answer: 'pending',
  },
  {
    mentor: 3,
    days: 6,
    time: '11:00:00',
    format: 1,
    place: 'Москва, ул. Лесная, 9, переговорная «Байкал»',
    status: 'new',
    answer: 'pending',
  },
  {
    mentor: 0,
    days: 9,
    time: '10:00:00',
    format: 1,
    place: 'Пермь, ул. Ленина, 51, кабинет 314',
    status: 'new',
    answer: 'accepted',
  },
  {
    mentor: 6,
    days: 7,
    time: '16:00:00',
    format: 2,
    place: 'https://meet.demo.test/zimina',
    status: 'new',
    answer: 'changed',
    proposed: [8, 9],
    comment: 'В этот день у меня приёмка объекта до вечера.',
  },
  {
    mentor: 3,
    days: -1,
    time: '12:00:00',
    format: 2,
    place: 'https://meet.demo.test/vyazemsky',
    status: 'wait',
    answer: 'accepted',
    comment: '',
  },
  {
    mentor: 0,
    days: -6,
    time: '17:00:00',
    format: 2,
    place: 'https://meet.demo.test/laptev',
    status: 'past',
    answer: 'accepted',
  },
  {
    mentor: 6,
    days: -4,
    time: '15:00:00',
    format: 1,
    place: 'Калуга, пл. Старый Торг, 2',
    status: 'cancelled',
    answer: 'pending',
  },
  {
    mentor: 3,
    days: 3,
    time: '09:30:00',
    format: 1,
    place: 'Москва, ул. Лесная, 9',
    status: 'new',
    answer: 'rejected',
    reasons: [2],
    comment: 'Уезжаю в командировку.',
  },
]

/** Meetings of another person with the named mentor: one is soon, and for one another time is requested. */
export const otherMeetings: DemoMeeting[] = [
  {
    mentor: 0,
    days: 1,
    time: '12:00:00',
    format: 2,
    place: 'https://meet.demo.test/laptev',
    status: 'new',
    answer: 'accepted',
  },
  {
    mentor: 0,
    days: 3,
    time: '15:30:00',
    format: 1,
    place: 'Пермь, ул. Ленина, 51, кабинет 314',
    status: 'new',
    answer: 'changed',
    proposed: [5, 6],
    comment: 'В этот день защищаю бюджет. Смогу двумя днями позже, после семи.',
  },
]

/** Meetings of another mentor and person: one was held and rated, one was missed, and one waits for an answer. */
export const settledMeetings: DemoMeeting[] = [
  {
    mentor: 1,
    days: -12,
    time: '11:00:00',
    format: 2,
    place: 'https://meet.demo.test/zavod',
    status: 'past',
    answer: 'accepted',
    after: {
      came: true,
      report: 'Пришёл с цифрами. Договорились считать себестоимость по участкам.',
      shared: 'Пришлите расчёт по двум участкам до следующей встречи.',
      rating: 5,
      note: 'Понял, с какого участка начинать.',
    },
  },
  {
    mentor: 1,
    days: -5,
    time: '17:30:00',
    format: 2,
    place: 'https://meet.demo.test/zavod',
    status: 'past',
    answer: 'accepted',
    after: { came: false, report: 'Прождал двадцать минут.', shared: '', rating: null, note: '' },
  },
  {
    mentor: 1,
    days: 2,
    time: '13:00:00',
    format: 1,
    place: 'Екатеринбург, ул. Машиностроителей, 11',
    status: 'wait',
    answer: 'pending',
  },
]

/** Meetings of a third mentor: one without an answer, one declined and one cancelled. */
export const unsettledMeetings: DemoMeeting[] = [
  {
    mentor: 2,
    days: 6,
    time: '12:30:00',
    format: 2,
    place: 'https://meet.demo.test/bank',
    status: 'new',
    answer: 'pending',
  },
  {
    mentor: 2,
    days: 4,
    time: '17:00:00',
    format: 1,
    place: 'Москва, ул. Покровка, 47, переговорная «Дуб»',
    status: 'new',
    answer: 'rejected',
    reasons: [3],
    comment: 'В этот день сдаю отчёт совету директоров.',
  },
  {
    mentor: 2,
    days: -3,
    time: '10:00:00',
    format: 2,
    place: 'https://meet.demo.test/bank',
    status: 'cancelled',
    answer: 'accepted',
  },
]

/** The place in the list of the mentor whom a browser test uses. */
export const keptBy = 7

export const keptMeeting: DemoMeeting = {
  mentor: keptBy,
  days: -2,
  time: '15:00:00',
  format: 2,
  place: 'https://meet.demo.test/karpinsky',
  status: 'new',
  answer: 'accepted',
}
