import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { isSafeLink } from '#shared/platform/html/safe-address.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './RichText.module.css'

/** Sets the address of a link. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(before)
  const [error, setError] = useState('')
  function save(event: FormEvent) {
    event.preventDefault()
    // The dialog is inside the article's form, so its submit must not reach that form.
    event.stopPropagation()
    const href = address.trim()
    if (href === '') return setError('Обязательное поле')
    if (!isSafeLink(href)) return setError('Адрес начинается с https:// или с косой черты, если он на портале')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && before === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <Dialog title="Ссылка" isOpen onClose={onClose} size="s">
      <form className={styles.fields} onSubmit={save} noValidate>
        <TextField
          label="Адрес"
          name="link"
          value={address}
          onChange={setAddress}
          error={error}
          hint="Например, https://example.ru или /profile"
        />
        <Button type="submit">Поставить ссылку</Button>
        {before !== '' && (
          <Button
            kind="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            Убрать ссылку
          </Button>
        )}
      </form>
    </Dialog>
  )
}
