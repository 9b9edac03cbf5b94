import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { queuesQuery, takeNext } from './queries.ts'
import { useDesk } from './use-desk.ts'

/** Takes the next work of a stage and opens it. `after` is put aside. The data is null when there is none. */
export function useNextWork(stageId: number) {
  const router = useRouter()
  const queries = useQueryClient()
  const desk = useDesk()
  return useMutation({
    mutationFn: (after?: number) => takeNext(desk.path, stageId, after),
    onSuccess: (path) => {
      if (path === null) void queries.invalidateQueries({ queryKey: queuesQuery.queryKey, exact: true })
      else void router.navigate({ to: path as never })
    },
  })
}
