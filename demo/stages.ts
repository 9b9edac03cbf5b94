import type { Gate } from '#shared/stages/gate.ts'
import type { StageClock } from '#shared/stages/window.ts'

export interface DemoStage {
  code: string
  type: string
  /** The group that holds it. */
  group?: string
  title: string
  summary?: string
  view?: string
  manual?: string
  /** Days from the first start; the stage opens at 10:00 and closes at 23:59 Moscow time. */
  opens?: number
  closes?: number
  tracks?: string[]
  requires?: string[]
  gate?: Gate
  clock?: StageClock
  submitDraftAtEnd?: boolean
  closedToFinalists?: boolean
  settings?: Record<string, unknown>
}

const group = (code: string, title: string, summary: string): DemoStage => ({ code, type: 'group', title, summary })

/** The whole way of the season. What comes later is announced with its dates. */
export const seasonStages: DemoStage[] = [
  group('entry', 'Вход в конкурс', 'Заявка, правила и анкета. Займёт около получаса.'),
  {
    code: 'registration',
    type: 'registration',
    group: 'entry',
    title: 'Регистрация',
    summary: 'Заявка на участие и согласия.',
    opens: -14,
    // Who comes on the last day still has time for what follows.
    closes: 10,
    closedToFinalists: false,
  },
  {
    code: 'rules',
    type: 'rules',
    group: 'entry',
    title: 'Правила конкурса',
    summary: 'Прочитайте правила и решите, согласны ли вы с ними.',
    manual:
      'Слева — оглавление. Если правила обновятся, мы покажем, что изменилось. Согласие с правилами — не то же самое, что согласие на обработку данных: его вы дали при регистрации. Передумать можно, пока этап открыт.',
    opens: -14,
    closes: 12,
    requires: ['registration'],
  },
  {
    code: 'questionnaire',
    type: 'form',
    group: 'entry',
    title: 'Анкета участника',
    summary: 'Образование, опыт и цели. Ответы сохраняются сами.',
    manual:
      'Подготовьте диплом и трудовую книжку или её выписку: понадобятся годы и названия. Анкету можно заполнять частями и с разных устройств, каждое слово сохраняется. Если срок выйдет раньше, чем вы сдадите анкету, мы сдадим то, что сохранено.',
    opens: -12,
    closes: 14,
    requires: ['rules'],
    submitDraftAtEnd: true,
    settings: { check: 'manual' },
  },
  {
    code: 'first_survey',
    type: 'form',
    group: 'entry',
    title: 'Опрос «Чего вы ждёте от сезона»',
    summary: 'Короткий опрос. Уже завершён, на участие не влияет.',
    opens: -12,
    closes: -2,
    requires: ['registration'],
    settings: { check: 'auto' },
  },
  group('selection', 'Дистанционный отбор', 'Опрос, тест, эссе и видеоинтервью — из любого места, где есть интернет.'),
  {
    code: 'readiness',
    type: 'form',
    group: 'selection',
    title: 'Опрос перед тестом',
    summary: 'Два вопроса о том, удобно ли вам выбранное время.',
    opens: 1,
    closes: 13,
    requires: ['rules'],
    settings: { check: 'auto' },
  },
  {
    code: 'regional_team',
    type: 'teams_forming',
    view: 'regional',
    group: 'selection',
    title: 'Региональная команда',
    summary: 'Вступите в команду своего округа: до пяти человек, которые готовятся вместе.',
    opens: -3,
    closes: 16,
    requires: ['rules'],
  },
  {
    code: 'management_test',
    type: 'test',
    group: 'selection',
    title: 'Тест на управленческие способности',
    summary: '40 минут, 30 заданий. Открывается в 8:00 по времени вашего региона.',
    opens: 18,
    closes: 20,
    clock: 'participant',
    requires: ['questionnaire'],
  },
  {
    code: 'traits',
    type: 'questionnaire',
    group: 'selection',
    title: 'Личностный опросник',
    summary: 'Нет правильных и неправильных ответов. Около 40 минут, можно прерваться.',
    opens: 18,
    closes: 28,
    requires: ['questionnaire'],
  },
  {
    code: 'essay',
    type: 'essay',
    group: 'selection',
    title: 'Эссе «Решение, которое я принял»',
    summary: 'До 600 слов о решении, за которое пришлось отвечать.',
    opens: 30,
    closes: 44,
    requires: ['management_test'],
  },
  {
    code: 'videointerview',
    type: 'videointerview',
    group: 'selection',
    title: 'Видеоинтервью',
    summary: 'Четыре вопроса, по две минуты на ответ.',
    opens: 46,
    closes: 55,
    requires: ['essay'],
  },
  group('team', 'Командный этап', 'Соберите команду из пяти человек и решите задачу вместе.'),
  {
    code: 'teams',
    type: 'teams_forming',
    group: 'team',
    title: 'Сбор команды',
    summary: 'Создайте команду или вступите в чужую.',
    opens: 62,
    closes: 76,
    requires: ['videointerview'],
  },
  {
    code: 'proposal',
    type: 'mgmt_proposal',
    group: 'team',
    title: 'Управленческое предложение',
    summary: 'Что можно улучшить в работе государства и как именно.',
    opens: 78,
    closes: 92,
    tracks: ['state'],
    requires: ['videointerview'],
  },
  {
    code: 'lesson',
    type: 'public_lesson',
    group: 'team',
    title: 'Открытый урок',
    summary: 'Расскажите школьникам или студентам о своём деле.',
    opens: 78,
    closes: 92,
    tracks: ['business'],
    requires: ['videointerview'],
  },
  {
    code: 'solution',
    type: 'teams_solution',
    group: 'team',
    title: 'Командное решение',
    summary: 'Одна задача, одна команда, десять дней.',
    opens: 94,
    closes: 104,
    requires: ['teams'],
  },
  group('final', 'Финал', 'Очная встреча, выбор наставника и подведение итогов.'),
  {
    code: 'final_event',
    type: 'event',
    group: 'final',
    title: 'Очный финал',
    summary: 'Два дня в Москве. Дорогу и проживание оплачивает организатор.',
    opens: 110,
    closes: 118,
    requires: ['solution'],
  },
  {
    code: 'final_mentor',
    type: 'final_mentor_choose',
    group: 'final',
    title: 'Выбор наставника',
    summary: 'От трёх до пяти имён, с которыми вы хотели бы работать год.',
    opens: 120,
    closes: 134,
    requires: ['final_event'],
    settings: { min_mentors: 3, max_mentors: 5 },
  },
]

export const politicsStages: DemoStage[] = [
  {
    code: 'registration',
    type: 'registration',
    title: 'Регистрация',
    summary: 'Заявка на участие.',
    opens: -5,
    closes: 30,
  },
  {
    code: 'rules',
    type: 'rules',
    title: 'Правила конкурса',
    summary: 'Условия участия и порядок дебатов.',
    opens: -5,
    closes: 32,
    requires: ['registration'],
  },
  {
    code: 'position',
    type: 'form',
    title: 'Позиция кандидата',
    summary: 'Что вы готовы защищать и почему.',
    opens: -4,
    closes: 20,
    requires: ['rules'],
    settings: { check: 'manual' },
  },
  {
    code: 'debates',
    type: 'playoff',
    title: 'Дебаты',
    summary: 'Турнир на выбывание.',
    opens: 40,
    closes: 70,
    requires: ['position'],
  },
]

export const socialStages: DemoStage[] = [
  {
    code: 'registration',
    type: 'registration',
    title: 'Регистрация',
    summary: 'Заявка на участие. Финалисты других конкурсов этого года участвуют в следующем сезоне.',
    opens: 12,
    closes: 45,
    closedToFinalists: true,
  },
  {
    code: 'rules',
    type: 'rules',
    title: 'Правила конкурса',
    summary: 'Какие проекты мы поддерживаем.',
    opens: 12,
    closes: 45,
    requires: ['registration'],
  },
  {
    code: 'project',
    type: 'form',
    title: 'Паспорт проекта',
    summary: 'Кому поможет ваш проект и как.',
    opens: 14,
    closes: 50,
    requires: ['rules'],
    settings: { check: 'manual' },
  },
]

export const youngStages: DemoStage[] = [
  {
    code: 'registration',
    type: 'registration',
    title: 'Регистрация',
    summary: 'Приём заявок закончен.',
    opens: -60,
    closes: -40,
  },
  {
    code: 'rules',
    type: 'rules',
    title: 'Правила программы',
    summary: 'Условия отбора и стажировки.',
    opens: -60,
    closes: -38,
    requires: ['registration'],
  },
  {
    code: 'letter',
    type: 'form',
    title: 'Мотивационное письмо',
    summary: 'Почему именно вы.',
    opens: -55,
    closes: -20,
    requires: ['rules'],
    settings: { check: 'manual' },
  },
  {
    code: 'mentor',
    type: 'mentor_choice',
    title: 'Выбор наставника',
    summary: 'От трёх до пяти человек, с которыми вы хотели бы работать год.',
    opens: -8,
    closes: 20,
    requires: ['letter'],
    settings: { min_mentors: 3, max_mentors: 5 },
  },
  {
    code: 'meetings',
    type: 'mentor_meetings',
    title: 'Встречи с наставниками',
    summary: 'Приглашения наставников: ответьте на каждое.',
    opens: -8,
    closes: 120,
    requires: ['letter'],
  },
]
