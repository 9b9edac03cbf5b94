import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './RichText.module.css'

interface PictureDialogProps {
  file: File
  insert: (file: File, alt: string) => Promise<void>
  onClose: () => void
}

/** Inserts a picture with its alternative text. */
export function PictureDialog({ file, insert, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState('')
  const [missing, setMissing] = useState('')
  const inserting = useMutation({ mutationFn: () => insert(file, alt.trim()), onSuccess: onClose })
  function save(event: FormEvent) {
    event.preventDefault()
    // The dialog is inside the article's form, so its submit must not reach that form.
    event.stopPropagation()
    setMissing(alt.trim() === '' ? 'Обязательное поле' : '')
    if (alt.trim() !== '') inserting.mutate()
  }
  return (
    <Dialog title="Картинка" isOpen onClose={onClose} size="s">
      <form className={styles.fields} onSubmit={save} noValidate>
        <TextField
          label="Что на картинке"
          name="alt"
          value={alt}
          onChange={setAlt}
          error={missing}
          maxLength={300}
          hint="Прочитают те, кто не видит картинку или отключил изображения"
        />
        <FailureNotice error={inserting.error} />
        <Button type="submit" pending={inserting.isPending}>
          Вставить
        </Button>
      </form>
    </Dialog>
  )
}
