import { emails, handles, phones } from './names-in.ts'

/** Series and number of a passport, or a СНИЛС, as people write them. A bare row of digits is more often an amount. */
const documents = [
  /(?<![\d.,])\d{2}\s\d{2}\s(?:№\s?)?\d{6}(?![\d.,])/g,
  /(?<![\d.,])\d{3}-\d{3}-\d{3}[\s-]\d{2}(?!\d)/g,
]
const series = /(?<![\d.,])\d{4}\s(?:№\s?)?\d{6}(?![\d.,])/g

/** What in a text looks like data of a person: telephone numbers, addresses of e-mail, names in networks, numbers of documents. Each once. */
export const personalDataIn = (text: string): string[] => [
  ...new Set([phones, emails, handles, ...documents, series].flatMap((pattern) => text.match(pattern) ?? [])),
]
