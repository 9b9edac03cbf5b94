/** A sentence that follows a colon: its first letter becomes small, unless an abbreviation begins there. */
export const insideSentence = (sentence: string): string =>
  /^[А-ЯЁ][а-яё\s]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence

/** Makes a sentence of words that were written for the middle of a sentence. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
