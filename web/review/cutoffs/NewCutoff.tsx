import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { maxCutoffTitle } from '#shared/review/cutoffs/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Cutoffs.module.css'
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
  const [stage, setStage] = useState(like?.stage ?? '')
  const [title, setTitle] = useState(like ? `${like.title}, копия`.slice(0, maxCutoffTitle) : 'Основной вариант')
  const [tried, setTried] = useState(false)
  const adding = useMutation({
    mutationFn: () =>
      api('POST /admin/competitions/:competition/cutoffs', {
        params: { competition },
        body: { stage, title: title.trim(), ...(like && { like: like.id }) },
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
      void navigate({ to: `/admin/${competition}/cutoffs/${id}` as never })
    },
  })
  return (
    <Dialog title={like ? 'Копия варианта' : 'Новый отбор'} size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (stage === '') document.querySelector<HTMLElement>('#field-stage button')?.focus()
          else if (title.trim() === '') document.getElementById('field-title')?.focus()
          else if (!adding.isPending) adding.mutate()
        }}
      >
        <Select
          label="О каком этапе решение"
          name="stage"
          options={stages.map(({ id, value }) => ({ value: id, label: value }))}
          error={tried && stage === '' ? 'Выберите этап' : null}
          value={stage}
          onChange={setStage}
        />
        <TextField
          label="Название"
          name="title"
          maxLength={maxCutoffTitle}
          error={tried && title.trim() === '' ? 'Назовите вариант' : null}
          value={title}
          onChange={setTitle}
        />
        <FailureNotice error={adding.error} />
        <Button type="submit" pending={adding.isPending}>
          Создать
        </Button>
      </form>
    </Dialog>
  )
}
