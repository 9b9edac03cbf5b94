/** The legal form and the kind of a school, which some people write and others leave out. */
const usual = /^([мгч]?[абк]?п?оу|ано|сош|оош|школа|средняя|общеобразовательная|им|имени|город|города|г|номер|n)$/

/**
 * The name of a school without the parts that people write differently: «МБОУ СОШ № 12» and «Школа 12» have one key.
 * Two lessons with one key, one day and one region may be one lesson.
 */
export function schoolKey(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^a-zа-я0-9]+/)
    .filter((word) => word !== '')
  const own = words.filter((word) => !usual.test(word))
  return (own.length > 0 ? own : words).join(' ')
}
