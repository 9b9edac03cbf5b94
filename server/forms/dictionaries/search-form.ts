/**
 * Normalises a text for comparison: lower case, ё as е, only letters, digits and single spaces. The result needs no
 * escaping.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
