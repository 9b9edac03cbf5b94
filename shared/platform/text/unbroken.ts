const space = '\u00a0'

/** «ID 123», which a line never ends inside; so are the other words of this file. */
export const idNumber = (id: number | string | null | undefined): string => `ID${space}${id ?? ''}`

/** «№ 5» */
export const numbered = (number: number | string): string => `№${space}${number}`

/** «12 из 20», «12 из 20 мест» */
export const outOf = (part: number | string, all: number | string): string => `${part}${space}из${space}${all}`

/** «5 мин», «40 МБ» */
export const inUnits = (value: number | string, unit: string): string => `${value}${space}${unit}`

/** The name of a place with its number: «Зал 1». */
export const placeName = (name: string): string => name.replace(/ (?=\d)/g, space)
