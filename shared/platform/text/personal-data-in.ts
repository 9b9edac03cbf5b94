import { emailsIn, handles, phones } from './names-in.ts'

/**
 * Series and number of a passport, or a СНИЛС, as people write them. Digits without separators are usually an amount.
 */
const documents = [
  /(?<![\d.,])\d{2}\s\d{2}\s(?:№\s?)?\d{6}(?![\d.,])/g,
  /(?<![\d.,])\d{3}-\d{3}-\d{3}[\s-]\d{2}(?!\d)/g,
]
const series = /(?<![\d.,])\d{4}\s(?:№\s?)?\d{6}(?![\d.,])/g

/**
 * Possible personal data in a text, each once: telephone numbers, e-mail addresses, names in social networks, numbers
 * of documents.
 */
export const personalDataIn = (text: string): string[] => [
  ...new Set([
    ...(text.match(phones) ?? []),
    ...emailsIn(text),
    ...[handles, ...documents, series].flatMap((pattern) => text.match(pattern) ?? []),
  ]),
]
