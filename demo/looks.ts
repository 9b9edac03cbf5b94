/** A competition that exists only to show a look: one for each code and layout that the demo season does not use. */
interface LookCompetition {
  code: string
  layout: string
  title: string
  tagline: string
  track: string
}

export const lookCompetitions: LookCompetition[] = [
  {
    code: 'apk_leaders',
    layout: 'apk_leaders',
    title: 'Лидеры АПК',
    tagline: 'Вырастите дело на своей земле',
    track: 'Растениеводство',
  },
  {
    code: 'ru_season_3',
    layout: 'ru_season_3',
    title: 'Лидеры страны. Третий сезон',
    tagline: 'Когда вокруг ночь, виден тот, кто светит',
    track: 'Наука и образование',
  },
  {
    code: 'ru_season_4',
    layout: 'ru_season_4',
    title: 'Лидеры страны. Четвёртый сезон',
    tagline: 'Начните то, что будет расти',
    track: 'Здравоохранение',
  },
  {
    code: 'ru_season_6',
    layout: 'ru_season_6',
    title: 'Лидеры страны. Шестой сезон',
    tagline: 'Конкурс, который открывает дорогу',
    track: 'Бизнес и промышленность',
  },
  {
    code: 'seasons_battle',
    layout: 'seasons_battle',
    title: 'Битва сезонов',
    tagline: 'Сезон против сезона: докажите на деле',
    track: 'Командный турнир',
  },
  {
    code: 'city_leaders',
    layout: 'leaders',
    title: 'Лидеры города',
    tagline: 'С высоты видно, куда идти',
    track: 'Городская среда',
  },
  {
    code: 'society_leaders',
    layout: 'voz',
    title: 'Лидеры общества',
    tagline: 'Вместе получается больше',
    track: 'Доступная среда',
  },
  {
    code: 'school_of_managers',
    layout: 'default',
    title: 'Школа управленцев',
    tagline: 'Спокойный путь от идеи к делу',
    track: 'Основной трек',
  },
]

/** For each of the eleven looks, a competition that shows it, and its first track. */
export const shownBy: Record<string, { competition: string; track: string }> = {
  ru_season_5: { competition: 'ru_season_5', track: 'business' },
  politleaders_2: { competition: 'politleaders_2', track: 'main' },
  socialarchitects: { competition: 'socialarchitects', track: 'city' },
  ...Object.fromEntries(lookCompetitions.map(({ code, layout }) => [layout, { competition: code, track: 'main' }])),
}
