import type { Judge } from './panel-queries.ts'

/** «Анна Серова, Игорь Ли и ещё 3» */
export function judgesInBrief(judges: readonly Pick<Judge, 'name'>[]): string {
  if (judges.length === 0) return 'Пока никого'
  const named = judges.slice(0, 3).map(({ name }) => name)
  const rest = judges.length - named.length
  return rest > 0 ? `${named.join(', ')} и ещё ${rest}` : named.join(', ')
}
