/** A name of 50 characters or more is cut to 47 in the header. */
export const headerNameCut = { from: 50, to: 47 }

/** The parts of a name on the wire. Mentors have their patronymic in second_name. */
export interface PersonName {
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly middle_name?: string | null
  readonly second_name?: string | null
}

/** «Анна Петрова»: for greetings and lists of people. */
export function fullName(person: PersonName): string {
  return joined([person.first_name, person.last_name])
}

/** «Петрова Анна Сергеевна»: for documents and official lists. */
export function formalName(person: PersonName): string {
  return joined([person.last_name, person.first_name, person.middle_name?.trim() || person.second_name])
}

/** «Анна П.»: for readers who may not see the full name. */
export function shortName({ first_name, last_name }: PersonName): string {
  const [initial] = last_name?.trim() ?? ''
  return joined([first_name, initial && `${initial.toUpperCase()}.`])
}

/** «ПА»: the initials shown when there is no picture, in the order of the official name. */
export function initials(listedName: string): string {
  return listedName
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A name of 50 characters or more is cut to 47 and an ellipsis; `tooltip` then has the whole name. */
export function headerName(name: string): { readonly shown: string; readonly tooltip: string | null } {
  const characters = [...name]
  if (characters.length < headerNameCut.from) return { shown: name, tooltip: null }
  return { shown: `${characters.slice(0, headerNameCut.to).join('')}…`, tooltip: name }
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
