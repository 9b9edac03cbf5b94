import { counted } from '#shared/platform/time/plural.ts'

/** Replaces the usual wait in a wording by the remaining wait. */
export const withWait = (words: string, seconds: number): string =>
  words.replace(/через (1 минуту|час)(?![а-яё])|позже$/, `через ${waitInWords(seconds)}`)

/** For «через …», rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 60
    ? counted(minutes, 'минуту', 'минуты', 'минут')
    : counted(Math.ceil(minutes / 60), 'час', 'часа', 'часов')
}
