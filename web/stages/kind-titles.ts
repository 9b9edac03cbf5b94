/** What a stage is called by its kind, on the path and beside its title. */
const kindTitles: Record<string, string> = {
  registration: 'Регистрация',
  rules: 'Правила',
  form: 'Анкета',
  multiform: 'Набор анкет',
  essay: 'Эссе',
  test: 'Тест',
  videointerview: 'Видеоинтервью',
  mentor_choice: 'Выбор наставника',
  final_mentor_choose: 'Выбор наставника',
  mentor_meetings: 'Встречи с наставниками',
  teams_forming: 'Команды',
  teams_evaluation: 'Оценка команды',
  teams_solution: 'Решение команды',
  mgmt_proposal: 'Управленческое предложение',
  mgmt_solution_assessment: 'Оценка решений',
  choose_tracks: 'Выбор трека',
  playoff: 'Плей-офф',
  public_lesson: 'Открытый урок',
  questionnaire: 'Опрос',
  feedback: 'Отзыв',
  event: 'Мероприятие',
}

export const kindTitle = (type: string): string => kindTitles[type] ?? ''
