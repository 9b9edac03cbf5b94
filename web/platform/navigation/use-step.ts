import { useNavigate } from '@tanstack/react-router'
import { useSearchText } from './use-search-text.ts'

/**
 * The open step of a wizard or form, empty for its first view. It is part of the address, so that the browser's Back
 * goes one step back, and a reload opens the same step. `replace`: Back does not return to the step before.
 */
export function useStep(): [string, (step: string, how?: { replace?: boolean }) => void] {
  const step = useSearchText('step')
  const navigate = useNavigate()
  const go = (next: string, { replace = false } = {}) =>
    void navigate({
      to: '.',
      hash: true,
      replace,
      search: ({ step: _before, ...others }: Record<string, string>) => ({ ...others, ...(next && { step: next }) }),
    } as never)
  return [step, go]
}
