import type { DemoStage } from './demo-stage.ts'

/* The stages of the other competitions, each at a different point of its season. */

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
    settings: { quota: 2, answer_days: 7, cancel_days: 7, mentor_limit: 0 },
  },
]
