import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { similaritySetting } from '#shared/review/similarity/similarity-setting.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { teamsSolutionFacts } from './kind.ts'

const settings = Type.Object({
  task: setting(Type.String({ maxLength: 20_000 }), {
    title: 'Задание для всех',
    hint: 'Команды прочитают его, когда этап откроется.',
    default: '',
    shown: true,
  }),
  tasks: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ title: 'Код задания', minLength: 1, maxLength: 40 }),
        title: Type.String({ title: 'Задание', minLength: 1, maxLength: 200 }),
        text: Type.String({ title: 'Текст задания', minLength: 1, maxLength: 10_000 }),
      }),
      { maxItems: 50 },
    ),
    {
      title: 'Задания, которые разыгрываются',
      hint: 'Каждой команде достаётся одно, поровну. Увидит его только она, когда этап откроется. Пусто: задание одно для всех.',
      default: [],
      shown: false,
    },
  ),
  materials: setting(
    Type.Array(
      Type.Object({
        title: Type.String({ title: 'Название', minLength: 1, maxLength: 200 }),
        link: Type.String({ title: 'Ссылка', pattern: '^https://[^\\s]+$', maxLength: 500 }),
      }),
      { maxItems: 20 },
    ),
    { title: 'Материалы', hint: 'Ссылки, которые помогут в работе.', default: [], shown: true },
  ),
  sections: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ title: 'Код раздела', pattern: '^[a-z][a-z0-9_]{0,39}$' }),
        title: Type.String({ title: 'Раздел', minLength: 1, maxLength: 200 }),
        hint: Type.String({ title: 'Подсказка', maxLength: 500 }),
        limit: Type.Integer({ title: 'Символов не больше', minimum: 100, maximum: 20_000 }),
        required: Type.Boolean({ title: 'Обязательный' }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
    {
      title: 'Разделы решения',
      hint: 'Каждый раздел в одно время пишет один человек. Код раздела не меняйте: по нему хранится текст.',
      default: [
        { code: 'problem', title: 'В чём задача', hint: '', limit: 3000, required: true },
        { code: 'solution', title: 'Решение', hint: '', limit: 8000, required: true },
        { code: 'result', title: 'Ожидаемый результат', hint: '', limit: 3000, required: true },
      ],
      shown: true,
    },
  ),
  link: setting(Type.Boolean(), {
    title: 'К решению можно приложить ссылку',
    hint: 'Например, на презентацию или макет.',
    default: true,
    shown: true,
  }),
  files: setting(Type.Integer({ minimum: 0, maximum: 20 }), {
    title: 'Файлов не больше',
    hint: '0: без файлов.',
    default: 5,
    shown: true,
  }),
  agree: setting(Type.Boolean(), {
    title: 'Перед сдачей согласны должны быть все участники команды',
    hint: 'Если решение изменится, согласие спросят снова. Когда работу в конце срока сдаёт портал, согласий он не ждёт.',
    default: false,
    shown: true,
  }),
  similarity: similaritySetting,
})

export type TeamsSolutionSettings = Static<typeof settings>

export const teamsSolutionKind = stageKind(teamsSolutionFacts, {
  settings,
  steps: [],
  answer: answerData,
  faults: null,
})
