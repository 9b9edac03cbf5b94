import { type Editor, useEditorState } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { type ReactNode, useRef, useState } from 'react'
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar'
import { LinkDialog } from './LinkDialog.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import styles from './RichText.module.css'

interface ToolbarProps {
  editor: Editor
  picture: File | null
  onPicture: (file: File | null) => void
  insertPicture: (file: File, alt: string) => Promise<void>
}

/** Formatting buttons; arrow keys move between them. */
export function Toolbar({ editor, picture, onPicture, insertPicture }: ToolbarProps) {
  const [linking, setLinking] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullet: now.isActive('bulletList'),
      ordered: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  const tools: [label: string, icon: ReactNode, pressed: boolean, act: () => void][] = [
    ['Заголовок', <Heading2 key="i" aria-hidden="true" />, on.h2, () => run().toggleHeading({ level: 2 }).run()],
    ['Подзаголовок', <Heading3 key="i" aria-hidden="true" />, on.h3, () => run().toggleHeading({ level: 3 }).run()],
    ['Жирный', <Bold key="i" aria-hidden="true" />, on.bold, () => run().toggleBold().run()],
    ['Курсив', <Italic key="i" aria-hidden="true" />, on.italic, () => run().toggleItalic().run()],
    ['Список', <List key="i" aria-hidden="true" />, on.bullet, () => run().toggleBulletList().run()],
    [
      'Нумерованный список',
      <ListOrdered key="i" aria-hidden="true" />,
      on.ordered,
      () => run().toggleOrderedList().run(),
    ],
    ['Цитата', <Quote key="i" aria-hidden="true" />, on.quote, () => run().toggleBlockquote().run()],
    ['Ссылка', <LinkIcon key="i" aria-hidden="true" />, on.link, () => setLinking(true)],
  ]
  return (
    <>
      <AriaToolbar className={styles.toolbar ?? ''} aria-label="Оформление текста">
        {tools.map(([label, icon, pressed, act]) => (
          <button
            key={label}
            type="button"
            className={styles.tool}
            aria-label={label}
            title={label}
            aria-pressed={pressed}
            onClick={act}
          >
            {icon}
          </button>
        ))}
        <Tool label="Картинка" act={() => file.current?.click()}>
          <ImageIcon aria-hidden="true" />
        </Tool>
        <Tool label="Отменить" off={!on.undo} act={() => run().undo().run()}>
          <Undo aria-hidden="true" />
        </Tool>
        <Tool label="Вернуть" off={!on.redo} act={() => run().redo().run()}>
          <Redo aria-hidden="true" />
        </Tool>
      </AriaToolbar>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        aria-label="Файл картинки"
        hidden
        onChange={(event) => {
          onPicture(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
      {picture && <PictureDialog file={picture} insert={insertPicture} onClose={() => onPicture(null)} />}
    </>
  )
}

function Tool({
  label,
  off = false,
  act,
  children,
}: {
  label: string
  off?: boolean
  act: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} disabled={off} onClick={act}>
      {children}
    </button>
  )
}
