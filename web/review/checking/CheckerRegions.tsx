import { useQueryClient } from '@tanstack/react-query'
import { chosenIds } from '#shared/forms/fields/field.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { limitChecker, type Review, reviewQuery } from './review-queries.ts'

const form = formOf({
  name: 'regions',
  label: 'Регионы, чьи работы он видит',
  view: 'multiselect',
  params: { dict: 'regions' },
  hint: 'Пусто — участники из всех регионов',
})

interface CheckerRegionsProps {
  competition: string
  code: string
  checker: Review['checkers'][number]
  onClose: () => void
}

/** The regions whose people a checker sees. */
export function CheckerRegions({ competition, code, checker, onClose }: CheckerRegionsProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      title={checker.name}
      act="Сохранить"
      form={form}
      answer={{ regions: checker.regions }}
      send={({ regions }) => limitChecker(competition, code, checker.test_id, chosenIds(regions))}
      onDone={(changed) => queries.setQueryData(reviewQuery(competition, code).queryKey, changed)}
      onClose={onClose}
    />
  )
}
