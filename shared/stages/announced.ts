/** Kinds that are planned but not built: participants see their stages with a title and a date. */
export const announcedKinds: Readonly<Record<string, string>> = {
  test: 'Тест',
  videointerview: 'Видеоинтервью',
  teams_evaluation: 'Оценка команды',
  teams_solution: 'Решение команды',
  mgmt_proposal: 'Управленческое предложение',
  choose_tracks: 'Выбор трека',
  playoff: 'Плей-офф',
  public_lesson: 'Открытый урок',
  event: 'Мероприятие',
}
