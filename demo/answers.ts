/** The demo people's answers to their forms. Names of people and companies are made up. */
const abouts = [
  'Двенадцать лет работаю в городском хозяйстве, прошёл путь от мастера участка до заместителя директора. Горжусь тем, что за два года мы вдвое сократили число аварий на сетях. Хочу научиться говорить с жителями на одном языке.',
  'Руковожу отделом разработки медицинских приборов. Наш аппарат уже стоит в сорока районных больницах. Хочу понять, как устроены государственные закупки изнутри и как не потерять идею по дороге к больному.',
  'Начинала учителем математики, теперь отвечаю за семь школ района. Собрала команду молодых директоров, и ни один не ушёл за три года. Учусь отдавать решения другим и не вмешиваться раньше времени.',
  'Веду семейное производство мебели, шестьдесят человек. Пережили пожар и за полгода вернулись на прежний объём. Хочу выйти за пределы региона и найти людей, с которыми можно спорить по делу.',
  'Отвечаю за цифровые сервисы областной администрации. Запись к врачу теперь занимает две минуты вместо двух дней. Не хватает опыта работы с большими командами, за ним и пришёл.',
]
const goals = [
  'Найти людей, которые решают похожие задачи в других регионах, и собрать с ними общий проект.',
  'Проверить себя там, где моя должность ничего не значит.',
  'Получить наставника, который задаст неудобные вопросы.',
  'Понять, готова ли я отвечать за область, а не только за свой район.',
]
const places = [
  'Уральский федеральный университет',
  'Казанский федеральный университет',
  'Новосибирский государственный университет',
  'Санкт-Петербургский политехнический университет Петра Великого',
  'Самарский университет',
]
const organizations = [
  'МУП «Городские сети»',
  'ООО «Вектор-Мед»',
  'Управление образования Заречного района',
  'ООО «Мебель Прикамья»',
  'Центр цифрового развития области',
]
const industries = [
  { id: 'energy', value: 'Энергетика и коммунальное хозяйство' },
  { id: 'pharmaceuticals', value: 'Фармацевтика и медицинская техника' },
  { id: 'education', value: 'Образование' },
  { id: 'engineering', value: 'Машиностроение и приборостроение' },
  { id: 'it', value: 'Информационные технологии' },
]
const positions = [
  'Заместитель директора',
  'Руководитель отдела',
  'Начальник управления',
  'Директор',
  'Главный инженер',
]

/** A complete answer to «Анкета участника»; the same number always gives the same texts. */
export function questionnaireAnswer(number: number, region: { id: string; value: string }): Record<string, unknown> {
  const year = 1996 + (number % 22)
  return {
    region,
    about: of(abouts, number),
    education_level: educationLevel,
    education_place: of(places, number),
    education_year: String(year),
    has_degree: number % 9 === 0,
    ...(number % 9 === 0 && { degree: 'candidate' }),
    works_now: number % 6 === 0 ? 'own' : 'yes',
    jobs: [
      {
        organization: of(organizations, number),
        industry: of(industries, number),
        position: of(positions, number + 2),
        start: `${year + 9}-03-01`,
        current: true,
        subordinates: String(5 + ((number * 13) % 180)),
      },
      {
        organization: of(organizations, number + 3),
        industry: of(industries, number + 3),
        position: of(positions, number),
        start: `${year + 1}-09-01`,
        current: false,
        end: `${year + 9}-02-20`,
        subordinates: String((number * 5) % 30),
      },
    ],
    heard_from: number % 2 === 0 ? ['friends', 'social'] : ['employer'],
    goal: of(goals, number),
    truthful: true,
  }
}

/** The first fields of an answer, as an unfinished draft. */
export function questionnaireDraft(number: number, region: { id: string; value: string }): Record<string, unknown> {
  const { about, education_place, education_year } = questionnaireAnswer(number, region)
  const begun = number % 2 === 0 ? { education_place, education_year } : {}
  return { region, about: String(about).split('. ')[0], ...begun }
}

const educationLevel = { id: 'specialist', value: 'Высшее: специалитет' }
const of = <T>(list: readonly T[], place: number): T => list[place % list.length] as T
