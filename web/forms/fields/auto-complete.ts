const tokens: Readonly<Record<string, string>> = {
  last_name: 'family-name',
  first_name: 'given-name',
  middle_name: 'additional-name',
  birth_date: 'bday',
  birthday: 'bday',
  email: 'email',
  phone: 'tel',
  organization: 'organization',
  position: 'organization-title',
}

/** What the browser may fill in. Never inside a group: its rows are often about other people. */
export function autoCompleteOf(path: string): string | undefined {
  return tokens[path]
}
