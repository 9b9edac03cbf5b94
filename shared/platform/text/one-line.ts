/** What begins a new line or a new cell. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/

/**
 * A whole emoji, which may be made of several joined by signs that are not seen, or else one sign that is not seen:
 * controls, directions, joiners, soft hyphens, fillers. NUL is left to be refused.
 */
const unseen =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?(?:\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)*|[\d#*]\uFE0F\u20E3)|[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC]|[^\P{Cc}\0]/gu

/** Whether nothing of the text can be seen: spaces, fillers, joiners, directions, marks without a letter. */
export const isBlank = (text: string): boolean => /^[\s\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

/** Marks above or below a letter: no writing needs more than a few. */
const tooManyMarks = /(\p{M}{4})\p{M}+/gu

/**
 * The text as one line without what cannot be seen: lines and cells are joined by a space; directions, joiners and
 * other signs that show nothing are removed, but for those inside an emoji, and of many marks on a letter four stay. What is then blank is empty.
 */
export function oneLine(text: string): string {
  const lines = text.split(breaks)
  const joined = lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ')
  const seen = joined.replace(unseen, (_sign, emoji: string | undefined) => emoji ?? '').replace(tooManyMarks, '$1')
  return seen.trim() === '' ? '' : lines.length === 1 ? seen : seen.trim().replace(/ {2,}/g, ' ')
}
