import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { videointerviewFacts } from './kind.ts'
import { maxAnswerSeconds, maxQuestions, maxTakes, maxThinkSeconds, shortTakeMs } from './take-rules.ts'

const question = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 2000, title: 'Вопрос' }),
  think_seconds: Type.Integer({ minimum: 0, maximum: maxThinkSeconds, title: 'Время подумать, секунд' }),
  answer_seconds: Type.Integer({ minimum: 3, maximum: maxAnswerSeconds, title: 'Время на ответ, секунд' }),
  takes: Type.Integer({ minimum: 1, maximum: maxTakes, title: 'Сколько попыток' }),
})

const settings = Type.Object({
  questions: setting(Type.Array(question, { maxItems: maxQuestions }), {
    title: 'Вопросы',
    hint: 'Участник видит текст вопроса только тогда, когда начинается время подумать.',
    default: [],
    shown: false,
  }),
  order: setting(Type.Enum(['listed', 'shuffled']), {
    title: 'Порядок вопросов',
    hint: '',
    default: 'listed',
    shown: false,
    values: { listed: 'Как в списке', shuffled: 'У каждого свой' },
  }),
  consent: setting(Type.String({ minLength: 1, maxLength: 4000 }), {
    title: 'Согласие на видеозапись',
    hint: 'Участник даёт его отдельно от других согласий, до проверки камеры.',
    default:
      'Я согласен на запись видео и голоса во время этого интервью, на её хранение и на просмотр экспертами и организаторами конкурса.',
    shown: true,
  }),
  broken_off: setting(Type.Enum(['short', 'never', 'always']), {
    title: 'Запись прервалась: тратится ли попытка',
    hint: '',
    default: 'short',
    shown: true,
    values: {
      short: `Нет, если записано меньше ${shortTakeMs / 1000} секунд`,
      never: 'Нет',
      always: 'Да',
    },
  }),
  upload_minutes: setting(Type.Integer({ minimum: 0, maximum: 240 }), {
    title: 'Сколько минут после окончания этапа принимать то, что записано вовремя',
    hint: 'Для тех, у кого медленная связь. Записывать после окончания нельзя.',
    default: 30,
    shown: true,
  }),
  defect_takes: setting(Type.Integer({ minimum: 0, maximum: 5 }), {
    title: 'Сколько раз участник может сам взять ещё попытку из-за технической неисправности',
    hint: 'Дальше решаете вы, на технической доске этапа.',
    default: 1,
    shown: true,
  }),
  retention_days: setting(Type.Integer({ minimum: 0, maximum: 3650 }), {
    title: 'Сколько дней хранить записи',
    hint: 'Считается от дня записи. 0: без срока.',
    default: 365,
    shown: true,
  }),
  download: setting(Type.Boolean(), {
    title: 'Эксперты могут скачивать записи',
    hint: '',
    default: false,
    shown: false,
  }),
  voice_only: setting(Type.Boolean(), {
    title: 'Где автор скрыт, эксперт слышит только голос',
    hint: 'Действует, если в настройках оценивания автор скрыт.',
    default: false,
    shown: false,
  }),
})

export const videointerviewKind = stageKind(videointerviewFacts, {
  settings,
  steps: [],
  // A draft or a hand-in of the browser: `chosen` is the take of each question. The server stores the answers.
  answer: answerData,
  faults: null,
})
