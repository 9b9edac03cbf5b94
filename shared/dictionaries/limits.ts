/** What a dictionary suggests to what was typed, at most and when nothing else is said. */
export const dictionarySuggestions = 10
