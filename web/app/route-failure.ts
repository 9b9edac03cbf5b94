/** Thrown by a guard to show the error page. */
export class RouteFailure extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'RouteFailure'
    this.status = status
  }
}

const wording: Record<number, string> = {
  /** No answer at all. */
  0: 'Нет связи с порталом',
  403: 'Отсутствует доступ к запрошенной странице',
  404: 'Страница не найдена',
}

/** The heading of the error page. */
export const errorTitle = (status: number): string => wording[status] ?? 'Что-то пошло не так'
