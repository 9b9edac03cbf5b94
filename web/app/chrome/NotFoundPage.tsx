import { errorTitle } from '#web/app/route-failure.ts'
import { ErrorWords } from './ErrorWords.tsx'

/** Shown for an address that the portal does not have. */
export const NotFoundPage = () => (
  <ErrorWords status={404} title={errorTitle(404)} words="Возможно, адрес набран с ошибкой или страница переехала." />
)
