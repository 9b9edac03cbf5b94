import type { Editor } from '@tiptap/react'
import { textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { isSafeLink } from '#shared/platform/html/safe-address.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'

/** Sets the address of a link, or removes the link. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const form = formOf({
    name: 'link',
    label: 'Адрес',
    hint: `Например, https://example.ru или /profile${before && '. Пусто — ссылки не будет'}`,
    view: 'text',
    validation_rules: { required: before === '' },
  })
  function put(href: string) {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && before === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
  }
  return (
    <FormDialog
      title="Ссылка"
      act="Поставить ссылку"
      size="s"
      form={form}
      answer={{ link: before }}
      faults={({ link }): FieldFaults => {
        const message = 'Адрес начинается с https:// или с косой черты, если он на портале'
        return textOf(link).trim() === '' || isSafeLink(textOf(link).trim()) ? {} : { link: { rule: 'safe', message } }
      }}
      send={async ({ link }) => textOf(link).trim()}
      onDone={put}
      onClose={onClose}
    />
  )
}
