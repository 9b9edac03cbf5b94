import { type Static, Type } from 'typebox'
import { setting } from '#shared/stages/kind.ts'

const bound = Type.Integer({ minimum: 0, maximum: 100 })

const settings = Type.Object({
  min_mentors: setting(bound, {
    title: 'Наставников не меньше',
    hint: '0 и здесь, и в следующем поле: сколько угодно, но хотя бы один.',
    default: 0,
    shown: true,
  }),
  max_mentors: setting(bound, { title: 'Наставников не больше', hint: '', default: 0, shown: true }),
  way: setting(Type.Enum(['mentors', 'matching']), {
    title: 'Кто решает, с кем работает участник',
    hint: 'Способ виден участникам.',
    default: 'mentors',
    shown: true,
    values: {
      mentors: 'Наставники отвечают сами: кто согласился первым, тот и работает с участником',
      matching: 'После закрытия этапа портал подбирает пары, организатор публикует их, и наставники отвечают',
    },
  }),
  each: setting(Type.Integer({ minimum: 1, maximum: 5 }), {
    title: 'Сколько наставников получает участник',
    hint: '',
    default: 1,
    shown: true,
  }),
  answer_days: setting(Type.Integer({ minimum: 1, maximum: 30 }), {
    title: 'Сколько дней наставник отвечает',
    hint: 'Столько же действует ссылка в письме. Если наставник в отъезде, срок считается от его возвращения.',
    default: 7,
    shown: false,
  }),
  region: setting(Type.Enum(['any', 'same', 'other']), {
    title: 'Регион наставника при подборе',
    hint: 'Пожелание: места важнее региона.',
    default: 'any',
    shown: false,
    values: {
      any: 'Не важен',
      same: 'Лучше тот же, что у участника',
      other: 'Лучше не тот, что у участника',
    },
  }),
})

export type ChoiceSettings = Static<typeof settings>

/** The contract of every kind of stage at which mentors are chosen. */
export const mentorChoice = {
  settings,
  steps: [],
  answer: Type.Object({ choosed_mentors: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 100 }) }),
  faults: null,
}
