import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { similaritySetting } from '#shared/review/similarity/similarity-setting.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { mgmtProposalFacts } from './kind.ts'

const characters = (title: string) => Type.Integer({ title, minimum: 100, maximum: 20_000 })

const settings = Type.Object({
  task: setting(Type.String({ maxLength: 10_000 }), {
    title: 'О чём просите подумать',
    hint: 'Участник читает это над формой.',
    default: '',
    shown: true,
  }),
  topics: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ title: 'Код темы', minLength: 1, maxLength: 40 }),
        title: Type.String({ title: 'Тема', minLength: 1, maxLength: 200 }),
        limit: Type.Integer({ title: 'Предложений не больше (0 — без предела)', minimum: 0, maximum: 100_000 }),
        branch: Type.String({ title: 'Отрасль', maxLength: 120 }),
        region: Type.String({ title: 'Регион', maxLength: 120 }),
      }),
      { maxItems: 50 },
    ),
    {
      title: 'Темы',
      hint: 'Кураторов тем назначают на этой странице, среди проверяющих. Код темы не меняйте: по нему хранятся работы.',
      default: [],
      shown: true,
    },
  ),
  limits: setting(
    Type.Object({
      problem: characters('Проблема'),
      cause: characters('Причина'),
      measure: characters('Что предлагается'),
      resources: characters('Ресурсы'),
      effect: characters('Эффект'),
      risks: characters('Риски'),
      owner: characters('Кто отвечает'),
      annotation: characters('Аннотация'),
    }),
    {
      title: 'Символов не больше, с пробелами',
      hint: '',
      default: {
        problem: 2000,
        cause: 1500,
        measure: 3000,
        resources: 1500,
        effect: 1500,
        risks: 1500,
        owner: 300,
        annotation: 600,
      },
      shown: true,
    },
  ),
  files: setting(Type.Integer({ minimum: 0, maximum: 10 }), {
    title: 'Приложений не больше',
    hint: '0: без приложений.',
    default: 3,
    shown: true,
  }),
  similarity: similaritySetting,
})

export type MgmtProposalSettings = Static<typeof settings>

export const mgmtProposalKind = stageKind(mgmtProposalFacts, {
  settings,
  steps: [],
  answer: answerData,
  faults: null,
})
