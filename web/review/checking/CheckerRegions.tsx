import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chosenId, type FormSchema } from '#shared/forms/fields/field.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './ReviewPanel.module.css'
import { limitChecker, type Review, reviewQuery } from './review-queries.ts'

const form: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'regions',
      title: 'Чьи работы он видит',
      fields: [
        {
          name: 'regions',
          label: 'Регионы',
          view: 'multiselect',
          params: { dict: 'regions' },
          hint: 'Пусто — участники из всех регионов',
        },
      ],
    },
  ],
}

interface CheckerRegionsProps {
  competition: string
  code: string
  checker: Review['checkers'][number]
  onClose: () => void
}

/** The regions whose people a checker sees. */
export function CheckerRegions({ competition, code, checker, onClose }: CheckerRegionsProps) {
  const queries = useQueryClient()
  const [store] = useState(() => createFormStore(form, { regions: checker.regions }))
  const saving = useMutation({
    mutationFn: () => {
      const { regions } = store.data()
      const ids = (Array.isArray(regions) ? regions : []).flatMap((region: unknown) => chosenId(region) ?? [])
      return limitChecker(competition, code, checker.test_id, ids)
    },
    onSuccess: (changed) => {
      queries.setQueryData(reviewQuery(competition, code).queryKey, changed)
      onClose()
    },
  })
  return (
    <Dialog title={checker.name} isOpen role="alertdialog" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate()
        }}
      >
        <FormSections store={store} level={3} />
        {saving.error && <Notice tone="danger" role="alert" title={failureText(saving.error)} />}
        <Button type="submit" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить
        </Button>
      </form>
    </Dialog>
  )
}
