import { Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { maxEntrants, minEntrants } from './bracket.ts'
import { playoffFacts } from './kind.ts'
import { tieBreaks } from './match-result.ts'

/** The words of an item of the list. */
const tieBreakNames = {
  title: 'Правило',
  values: { criterion: 'Первый критерий', judges: 'За кого больше судей', rating: 'Рейтинг прежнего этапа' },
}
const tieBreakList = Type.Array(Type.Enum([...tieBreaks], tieBreakNames), { maxItems: tieBreaks.length })

const settings = Type.Object({
  entrants: setting(Type.Enum(['people', 'teams']), {
    title: 'Кто играет',
    hint: '',
    default: 'people',
    values: { people: 'Участники', teams: 'Команды' },
    shown: true,
  }),
  entrants_of: setting(Type.String({ maxLength: 64 }), {
    title: 'После какого этапа попадают в сетку',
    hint: 'В сетке те, кто его прошёл',
    default: '',
    shown: false,
    names: 'passed',
  }),
  size: setting(Type.Integer({ minimum: minEntrants, maximum: maxEntrants }), {
    title: 'Сколько мест в сетке',
    hint: 'Не больше. Если прошедших больше, места получают лучшие по рейтингу.',
    default: 16,
    shown: true,
  }),
  seeding: setting(Type.Enum(['rating', 'draw']), {
    title: 'Посев',
    hint: 'Равных по рейтингу разводит тот же жребий',
    default: 'rating',
    values: { rating: 'По рейтингу', draw: 'По жребию' },
    shown: true,
  }),
  rating_of: setting(Type.String({ maxLength: 64 }), {
    title: 'Рейтинг какого этапа',
    hint: 'У команды — средний балл её людей.',
    default: '',
    shown: false,
    names: 'scored',
    none: 'Рейтинга нет',
  }),
  third_place: setting(Type.Boolean(), {
    title: 'Матч за третье место',
    hint: '',
    default: true,
    shown: true,
  }),
  lucky_loser: setting(Type.Boolean(), {
    title: 'Место выбывшего занимает тот, кто ему проиграл',
    hint: 'Пока следующий матч выбывшего не начался',
    default: false,
    shown: true,
  }),
  passes: setting(Type.Integer({ minimum: 1, maximum: 4 }), {
    title: 'Сколько первых мест проходят этап',
    hint: '',
    default: 1,
    shown: true,
  }),
  judges: setting(Type.Enum(['1', '3', '5', '7']), {
    title: 'Сколько судей на матче',
    hint: 'Нечётное число: один из судей — председатель',
    default: '3',
    values: { 1: 'Один', 3: 'Трое', 5: 'Пятеро', 7: 'Семеро' },
    shown: true,
  }),
  criteria: setting(
    Type.Array(
      Type.Object({
        title: Type.String({ minLength: 1, maxLength: 200, title: 'Критерий' }),
        hint: Type.Optional(Type.String({ maxLength: 500, title: 'Пояснение' })),
        max: Type.Integer({ minimum: 1, maximum: 100, title: 'Высшая оценка' }),
        weight: Type.Integer({ minimum: 1, maximum: 100, title: 'Вес' }),
      }),
      { maxItems: 12 },
    ),
    {
      title: 'Критерии',
      hint: 'По ним судья оценивает обе стороны. После публикации сетки не меняются.',
      default: [],
      shown: true,
    },
  ),
  tie_break: setting(tieBreakList, {
    title: 'Что решает при равных баллах',
    hint: 'По порядку; если и это не развело, решает председатель. После публикации сетки не меняется.',
    default: [...tieBreaks],
    shown: true,
  }),
  no_show_minutes: setting(Type.Integer({ minimum: 5, maximum: 120 }), {
    title: 'Через сколько минут неявка — поражение',
    hint: '',
    default: 15,
    shown: true,
  }),
  task: setting(Type.String({ maxLength: 4000 }), {
    title: 'Задание',
    hint: 'Для всех матчей; у матча может быть своё. Участник видит его, когда матч назначен.',
    default: '',
    shown: true,
  }),
  materials: setting(
    Type.Array(
      Type.Object({
        title: Type.String({ minLength: 1, maxLength: 200, title: 'Название' }),
        link: Type.String({ minLength: 9, maxLength: 500, pattern: '^https://', title: 'Ссылка, с https://' }),
      }),
      { maxItems: 20 },
    ),
    { title: 'Материалы', hint: '', default: [], shown: true },
  ),
  opponent_card: setting(Type.Boolean(), {
    title: 'Показывать карточку соперника',
    hint: 'Регион, рейтинг и состав команды. Имена в сетке видны всегда.',
    default: true,
    shown: true,
  }),
})

export const playoffKind = stageKind(playoffFacts, { settings, steps: [], answer: null, faults: null })
