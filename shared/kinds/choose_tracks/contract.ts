import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { plainGate } from '#shared/stages/gate-schema.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { chooseTracksFacts } from './kind.ts'
import { maxTracks } from './limits.ts'

const code = Type.String({ maxLength: 64 })

const settings = Type.Object({
  tracks: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ minLength: 1, maxLength: 64, names: 'track' }),
        limit: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        letter: Type.Boolean(),
        gate: Type.Union([plainGate, Type.Null()]),
      }),
      { maxItems: maxTracks },
    ),
    {
      title: 'Треки, места и кому они подходят',
      hint: '',
      default: [],
      shown: false,
      ownEditor: true,
    },
  ),
  max: setting(Type.Integer({ minimum: 1, maximum: maxTracks }), {
    title: 'Сколько треков можно назвать',
    hint: 'Больше одного: участник расставляет их по порядку, первый важнее всех.',
    default: 1,
    shown: true,
  }),
  mode: setting(Type.Enum(['at_once', 'by_score', 'by_priority']), {
    title: 'Как раздаются места',
    hint: 'Способ виден участникам.',
    default: 'at_once',
    shown: true,
    values: {
      at_once: 'Сразу: кто раньше выбрал, того и место',
      by_score: 'После закрытия, по баллам: чем выше балл, тем раньше очередь',
      by_priority: 'После закрытия, сначала первые приоритеты, среди них по баллам',
    },
  }),
  score_of: setting(code, {
    title: 'Этап, баллы которого решают',
    hint: 'Нужен, когда места раздаются по баллам.',
    default: '',
    shown: false,
    names: 'scored',
  }),
  whose: setting(Type.Enum(['person', 'team']), {
    title: 'Кто выбирает',
    hint: '',
    default: 'person',
    shown: true,
    values: { person: 'Каждый за себя', team: 'Капитан за всю команду, без команды каждый за себя' },
  }),
  default_track: setting(code, {
    title: 'Трек для тех, кто не выбрал до закрытия',
    hint: 'У него не должно быть ни условий, ни письма, ни предела мест.',
    default: '',
    shown: false,
    names: 'track',
    none: 'Никакой: без трека',
  }),
  open_track: setting(code, {
    title: 'Трек, который предложить, если другие не подходят',
    hint: 'У него не должно быть условий.',
    default: '',
    shown: false,
    names: 'track',
    none: 'Никакой',
  }),
  confirmation: setting(Type.String({ maxLength: 2000 }), {
    title: 'Что участник прочитает после выбора',
    hint: '',
    default: '',
    shown: true,
  }),
})

export type ChooseTracksSettings = Static<typeof settings>

export const chooseTracksKind = stageKind(chooseTracksFacts, {
  settings,
  steps: [],
  // `tracks`: codes, the most important first; `letter`: a file for tracks that require a letter.
  answer: answerData,
  faults: null,
})
