import { useParams } from '@tanstack/react-router'

/** The code of the competition in the address; empty outside one. */
export function useCompetitionCode(): string {
  const inCompetition = useParams({ from: '/$competition', shouldThrow: false })
  const inConsole = useParams({ from: '/admin/$competition', shouldThrow: false })
  return (inCompetition ?? inConsole)?.competition ?? ''
}
