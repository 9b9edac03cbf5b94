import { DOMParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { sanitisedNodes } from '#web/platform/html/sanitise.ts'
import proseStyles from '#web/platform/ui/Prose.module.css'
import styles from './RichText.module.css'
import { Toolbar } from './Toolbar.tsx'
import { textSchema } from './text-schema.ts'
import { uploadImage } from './upload-image.ts'

interface RichTextProps {
  competition: string
  labelId: string
  /** The initial HTML; a different value later replaces the text. */
  initial: string
  onChange: (html: string) => void
}

/** The editor of an article's text. */
export function RichText({ competition, labelId, initial, onChange }: RichTextProps) {
  const [picture, setPicture] = useState<File | null>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  const editor = useEditor({
    extensions: textSchema,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    // The content security policy refuses styles added by scripts, so these rules are in our style sheet.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        class: `${proseStyles.prose} ${styles.text}`,
      },
      handlePaste: (_view, event) => takePicture(event.clipboardData?.files),
      handleDrop: (_view, event) => takePicture((event as DragEvent).dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => latest.current(changed.isEmpty ? '' : changed.getHTML()),
  })

  function takePicture(files: FileList | undefined): boolean {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file) return false
    setPicture(file)
    return true
  }

  useEffect(() => {
    if (editor) fill(editor, initial)
  }, [editor, initial])

  async function insertPicture(file: File, alt: string) {
    const { url, width, height } = await uploadImage(competition, file)
    editor?.chain().focus().setImage({ src: url, alt, width, height }).run()
  }

  if (!editor) return null
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} picture={picture} onPicture={setPicture} insertPicture={insertPicture} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** Puts HTML into the editor as cleaned nodes: text is parsed as HTML only inside the sanitiser. */
function fill(editor: Editor, html: string): void {
  const doc = DOMParser.fromSchema(editor.schema).parse(sanitisedNodes(html))
  // Undo must not go back to before the text was loaded.
  editor.chain().setMeta('addToHistory', false).setContent(doc.toJSON(), { emitUpdate: false }).run()
}
