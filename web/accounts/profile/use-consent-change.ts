import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showBanner } from '#web/platform/messages/banner.ts'

/** The participation may have been suspended or resumed, so everything about it is loaded again. */
export function useConsentChange(change: () => Promise<string>, onError: (error: Error) => void = () => {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError,
    onSuccess: (words) => {
      showBanner(words, 'success')
      return Promise.all(
        ['consents', 'stages', 'competitions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
}
