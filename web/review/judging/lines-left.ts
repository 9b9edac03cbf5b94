/** The pasted lines of judges that stay in the field: those without an e-mail address. */
export const linesLeft = (text: string): string =>
  text
    .split(/[\n\r]+/)
    .filter((line) => line.trim() !== '' && !(line.split(/[;\t]/)[0] ?? '').includes('@'))
    .join('\n')
