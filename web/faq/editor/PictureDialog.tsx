import { type FormEvent, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './RichText.module.css'

interface PictureDialogProps {
  file: File
  /** False when it failed; the reason is shown below the text. */
  insert: (file: File, alt: string) => Promise<boolean>
  onClose: () => void
}

/** Inserts a picture with its alternative text. */
export function PictureDialog({ file, insert, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState('')
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    // The dialog is inside the article's form, so its submit must not reach that form.
    event.stopPropagation()
    if (alt.trim() === '') return setError('Обязательное поле')
    setPending(true)
    await insert(file, alt.trim())
    onClose()
  }
  return (
    <Dialog title="Картинка" isOpen onClose={onClose} size="s">
      <form className={styles.fields} onSubmit={save} noValidate>
        <TextField
          label="Что на картинке"
          name="alt"
          value={alt}
          onChange={setAlt}
          error={error}
          maxLength={300}
          hint="Прочитают те, кто не видит картинку или отключил изображения"
        />
        <Button type="submit" pending={pending}>
          Вставить
        </Button>
      </form>
    </Dialog>
  )
}
