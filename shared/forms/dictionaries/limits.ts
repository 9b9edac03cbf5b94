/** The maximum and default number of suggestions. */
export const dictionarySuggestions = 10
