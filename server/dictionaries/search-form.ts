/** A text as it is compared: lower case, ё as е, only letters, digits and single spaces; so it has nothing to escape. */
export function searchForm(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
