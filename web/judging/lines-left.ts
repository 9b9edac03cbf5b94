/** What stays of pasted lines of judges: those without an address. */
export const linesLeft = (text: string): string =>
  text
    .split(/[\n\r]+/)
    .filter((line) => line.trim() !== '' && !(line.split(/[;\t]/)[0] ?? '').includes('@'))
    .join('\n')
