import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerData, textOf } from '#shared/forms/fields/field.ts'
import { maxReason } from '#shared/kinds/playoff/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { type JudgedMatch, matchesQuery, sendAbstention } from './queries.ts'

const sides = ['a', 'b'] as const

/** Gives the match back: the judge knows one of the sides, or cannot come. */
export function DeclineMatch({ match, onDeclined }: { match: JudgedMatch; onDeclined: () => void }) {
  const router = useRouter()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const giving = useMutation({
    mutationFn: ({ reason, ...knows }: AnswerData) =>
      sendAbstention(
        match.match_id,
        textOf(reason),
        sides.filter((side) => knows[side] === true),
      ),
    onError: (error: { code?: string }) => {
      if (error.code === 'match_over') onDeclined()
    },
  })
  const form = formOf(
    reasonField('', maxReason, { label: 'Почему', required: 'Напишите причину: её прочитают организаторы' }),
    ...sides.map((side) => ({
      name: side,
      label: `Конфликт интересов: ${match[side]}`,
      hint: 'Матчей этой стороны вам больше не поручат',
      view: 'checkbox' as const,
    })),
  )
  return (
    <div>
      <Button kind="quiet" flush onClick={() => setOpen(true)}>
        Не могу судить этот матч
      </Button>
      {isOpen && (
        <FormDialog
          title="Отказаться от матча?"
          act="Отказаться"
          danger
          form={form}
          send={giving.mutateAsync}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: matchesQuery.queryKey })
            void router.navigate({ to: '/desk' as never })
          }}
          onClose={() => setOpen(false)}
        >
          <p>Организаторы назначат другого судью. Ваши оценки этого матча не сохранятся.</p>
        </FormDialog>
      )}
    </div>
  )
}
