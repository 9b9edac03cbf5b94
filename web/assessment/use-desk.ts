import { useParams } from '@tanstack/react-router'

/** Where the works to check stand: at the checker's desk, or in the console of a competition, whose pages stay in it. */
export function useDesk(): { path: string; title: string } {
  const inConsole = useParams({ from: '/admin/$competition', shouldThrow: false })
  return inConsole
    ? { path: `/admin/${inConsole.competition}/checks`, title: 'Проверка' }
    : { path: '/desk', title: 'Рабочий стол' }
}

/** A part of the address of a work, a team or a queue, wherever it stands. */
export const useDeskNumber = (name: 'work' | 'team' | 'stage'): number =>
  Number(useParams({ strict: false, select: (params) => (params as Partial<Record<typeof name, string>>)[name] }))
