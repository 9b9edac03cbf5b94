/** A title in «ёлочки»; those that the title has itself become „лапки“. */
export const quoted = (title: string): string => `«${title.replaceAll('«', '„').replaceAll('»', '“')}»`
