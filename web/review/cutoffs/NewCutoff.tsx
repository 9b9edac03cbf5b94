import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { textOf } from '#shared/forms/fields/field.ts'
import { maxCutoffTitle } from '#shared/review/cutoffs/limits.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import type { Cutoffs } from './queries.ts'

interface NewCutoffProps {
  competition: string
  cutoffs: Cutoffs
  /** A copy begins with the rule and the letters of this one. */
  like?: Cutoffs['cutoffs'][number]
  onClose: () => void
}

/** Asks which stage is decided. */
export function NewCutoff({ competition, cutoffs: { stages }, like, onClose }: NewCutoffProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = formOf(
    {
      name: 'stage',
      label: 'О каком этапе решение',
      view: 'select',
      options: stages,
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите этап' },
    },
    {
      name: 'title',
      label: 'Название',
      view: 'text',
      validation_rules: { required: true, max_length: maxCutoffTitle },
      custom_errors: { required: 'Назовите вариант' },
    },
  )
  return (
    <FormDialog
      title={like ? 'Копия варианта' : 'Новый отбор'}
      act="Создать"
      size="s"
      form={form}
      answer={{
        stage: like?.stage ?? '',
        title: like ? `${like.title}, копия`.slice(0, maxCutoffTitle) : 'Основной вариант',
      }}
      send={({ stage, title }) =>
        api('POST /admin/competitions/:competition/cutoffs', {
          params: { competition },
          body: { stage: textOf(stage), title: textOf(title).trim(), ...(like && { like: like.id }) },
        })
      }
      onDone={({ id }) => {
        void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
        void navigate({ to: `/admin/${competition}/cutoffs/${id}` as never })
      }}
      onClose={onClose}
    />
  )
}
