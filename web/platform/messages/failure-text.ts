import { commonWording } from '#shared/platform/api/common-wording.ts'
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
  return error.message !== error.code ? error.message : commonWording.invalid_request
}

/** The request id for support, when the fault was the server's. */
export const failureReference = (error: unknown): string | null =>
  isFailure(error) && error.status >= 500 ? error.requestId : null
