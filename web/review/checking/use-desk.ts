import { useParams } from '@tanstack/react-router'

/**
 * Where the works to check are: at the checker's desk, or in the console of a competition, whose pages stay in the
 * console.
 */
export function useDesk(): { path: string; title: string } {
  const inConsole = useParams({ from: '/admin/$competition', shouldThrow: false })
  return inConsole
    ? { path: `/admin/${inConsole.competition}/checks`, title: 'Проверка' }
    : { path: '/desk', title: 'Рабочий стол' }
}

/** A number in the address of a work, a team or a stage, at the desk or in the console. */
export const useDeskNumber = (name: 'work' | 'team' | 'stage'): number =>
  Number(useParams({ strict: false, select: (params) => (params as Partial<Record<typeof name, string>>)[name] }))
