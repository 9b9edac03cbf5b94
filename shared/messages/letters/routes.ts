import { Type } from 'typebox'
import { line } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { letterNames, maxLetterText, maxLetterTitle } from './letters.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })
const params = Type.Object({ competition: code })
const oneParams = Type.Object({ competition: code, letter: Type.Enum([...letterNames]) })
// Room for longer texts, because letterFaults refuses them with a message at the field.
const words = {
  title: line({ maxLength: 10 * maxLetterTitle }),
  text: Type.String({ maxLength: 10 * maxLetterText, description: 'Места в фигурных скобках заполняет портал' }),
}
const was = Type.Object(
  { title: Type.String(), text: Type.String() },
  { description: 'Слова, которые правили: чужая правка не затирается' },
)

const list = Type.Object({
  title: Type.String({ description: 'Название конкурса' }),
  letters: Type.Array(
    Type.Object({
      letter: Type.Enum([...letterNames]),
      title: Type.String(),
      text: Type.String(),
      own: Type.Boolean({ description: 'Слова этого конкурса, а не портала' }),
    }),
  ),
})

export const letterRoutes = {
  'GET /admin/competitions/:competition/letters': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Письма портала: какими словами он пишет участникам конкурса',
    refuses: ['competition_not_found'],
    params,
    response: list,
  }),
  'PUT /admin/competitions/:competition/letters/:letter': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Сохранить слова письма; так портал пишет со следующего письма',
    refuses: ['competition_not_found', 'form_invalid', 'letter_conflict'],
    params: oneParams,
    body: Type.Object({ ...words, was }),
    response: list,
  }),
  'POST /admin/competitions/:competition/letters/:letter/reset': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Вернуть письму слова портала',
    refuses: ['competition_not_found', 'letter_conflict'],
    params: oneParams,
    body: Type.Object({ was }),
    response: list,
  }),
  'POST /admin/competitions/:competition/letters/:letter/test': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Прислать письмо себе, с примерами на местах в скобках',
    refuses: ['competition_not_found', 'form_invalid'],
    params: oneParams,
    body: Type.Object(words),
    response: null,
  }),
}
