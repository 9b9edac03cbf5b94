import { EmptyState } from '#web/platform/ui/EmptyState.tsx'

export default function TeamsFormingScreen() {
  return <EmptyState title="Этот этап готовится">Мы сообщим, когда он откроется.</EmptyState>
}
