/** A page of the entrance: of this competition, or of people with a role, who need none. */
export const entrancePath = (competition: string, page: 'login' | 'register' | 'forgot'): string =>
  competition === '' ? `/${page}` : `/${competition}/${page}`
