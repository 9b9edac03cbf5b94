import { searchForm } from '#server/forms/dictionaries/search-form.ts'

/** The words of a search, each of which must be found. */
export interface SearchWords {
  names: string[]
  /** Digits of a phone number in a row, or the number of a participant. */
  digits: string[]
  /** Parts of an e-mail address. */
  addresses: string[]
}

const maxWords = 6

/**
 * Splits a search into words of a name, pieces of a phone number (spaces, brackets and dashes in it do not matter, nor
 * the 8 or +7 before a whole number), and pieces of an address.
 */
export function searchWords(text: string): SearchWords {
  const joined = text.replace(/(\d)[\s()\-–.]+(?=\d)/g, '$1').replace(/[+()]/g, ' ')
  const words = joined
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, maxWords)
  const digits = words.filter((word) => /^\d+$/.test(word))
  const addresses = words.filter((word) => !/^\d+$/.test(word) && /[@a-z]/i.test(word))
  const names = words.filter((word) => !digits.includes(word) && !addresses.includes(word))
  return {
    // A double name is two words: the hyphen may be missing.
    names: names.flatMap((word) => searchForm(word).split(' ')).filter(Boolean),
    digits: digits.map((word) => (/^[78]\d{10}$/.test(word) ? word.slice(1) : word)),
    addresses: addresses.map((word) => word.toLowerCase()),
  }
}
