import { type Static, Type } from 'typebox'
import { setting } from './kind.ts'

/** The settings of kinds that ask for a text; a kind may add its own. */
export const textSettings = {
  task: setting(Type.String({ maxLength: 10_000 }), { title: 'Задание', hint: '', default: '', shown: true }),
  min_words: setting(Type.Integer({ minimum: 0, maximum: 10_000 }), {
    title: 'Слов не меньше',
    hint: '0: без нижней границы.',
    default: 0,
    shown: true,
  }),
  max_words: setting(Type.Integer({ minimum: 0, maximum: 10_000 }), {
    title: 'Слов не больше',
    hint: '0: без верхней границы.',
    default: 600,
    shown: true,
  }),
  max_characters: setting(Type.Integer({ minimum: 100, maximum: 100_000 }), {
    title: 'Символов не больше, с пробелами',
    hint: '',
    default: 6000,
    shown: true,
  }),
  file: setting(Type.Boolean(), { title: 'К тексту можно приложить файл', hint: '', default: false, shown: true }),
  paste: setting(Type.Boolean(), {
    title: 'Текст можно вставлять из буфера',
    hint: 'Участник прочитает об этом до начала работы.',
    default: true,
    shown: true,
  }),
}

const settings = Type.Object(textSettings)

export type TextSettings = Static<typeof settings>
