const letters: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{ щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
}

export const maxAliasLength = 80
/** Lower-case Latin letters and digits, separated by single hyphens. */
export const aliasPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'

/** The last part of an article's address, made from its title: «Как подать заявку?» → kak-podat-zayavku. */
export function aliasOf(title: string): string {
  const latin = [...title.normalize('NFC').toLowerCase()].map((letter) => letters[letter] ?? letter).join('')
  const alias = latin
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (alias.length <= maxAliasLength) return alias || 'statya'
  // Cut at the end of a word where possible.
  const cut = alias.slice(0, maxAliasLength + 1)
  return (cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : alias.slice(0, maxAliasLength)).replace(/-$/, '')
}

/** The alias, with a number added when it is taken. */
export function freeAlias(alias: string, taken: ReadonlySet<string>): string {
  if (!taken.has(alias)) return alias
  for (let number = 2; ; number += 1) {
    const tail = `-${number}`
    const candidate = alias.slice(0, maxAliasLength - tail.length).replace(/-$/, '') + tail
    if (!taken.has(candidate)) return candidate
  }
}
