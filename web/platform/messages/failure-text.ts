import { commonWording } from '#shared/api/common-wording.ts'
import { counted } from '#shared/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'

const offline = 'Нет связи с сервером. Проверьте интернет и повторите: введённое остаётся на странице'

/** The text for a failed call: the server's own message if it sent one. */
export function failureText(error: unknown): string {
  if (!isFailure(error)) return commonWording.server_error
  if (error.code === 'OFFLINE') return offline
  if (error.code === 'ABORTED') return 'Действие отменено'
  if (error.code === 'NOT_A_FILE') return 'Не удалось получить файл. Попробуйте ещё раз'
  if (error.code === 'SERVER_UNAVAILABLE')
    return (error.status === 503 && error.body.message) || commonWording.server_error
  const words = error.message !== error.code ? error.message : commonWording.invalid_request
  return error.status === 429 && error.retryAfter !== null ? withWait(words, error.retryAfter) : words
}

/** The wordings name the usual wait; the answer names the one that is left, which may be another. */
const withWait = (words: string, seconds: number): string =>
  words.replace(/через (1 минуту|час)(?![а-яё])|позже$/, `через ${waitInWords(seconds)}`)

/** For «через …», rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 60
    ? counted(minutes, 'минуту', 'минуты', 'минут')
    : counted(Math.ceil(minutes / 60), 'час', 'часа', 'часов')
}

/** The request id for support, when the fault was the server's. */
export const failureReference = (error: unknown): string | null =>
  isFailure(error) && error.status >= 500 ? error.requestId : null
