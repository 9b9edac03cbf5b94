/** A title in «ёлочки»; quotation marks inside the title become „лапки“. */
export const quoted = (title: string): string => `«${title.replaceAll('«', '„').replaceAll('»', '“')}»`
