/** Wordings that the browser needs when no message came from the server. The others travel with their refusals. */
export const commonWording = {
  invalid_request: 'Запрос составлен неверно. Проверьте введённые данные',
  server_error: 'Произошла ошибка, попробуйте позже',
}
