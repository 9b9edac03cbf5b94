import type { ReactNode } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import type { TextSettings } from '#shared/stages/text-contract.ts'
import { volumeOf } from '#shared/stages/text-work.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import styles from './TextWork.module.css'

/** The requirements for the text, shown before the work begins and while it continues. */
export function TextConditions({ settings, children }: { settings: TextSettings; children: ReactNode }) {
  const { file, paste } = settings
  return (
    <aside className={styles.conditions} aria-label="Условия">
      <DefinitionList
        items={[
          { term: 'Объём', value: volumeInWords(settings) },
          {
            term: 'Вставка',
            value: paste
              ? 'Текст можно вставить из буфера обмена.'
              : 'Ответ нужно набрать здесь: готовый текст вставлять не следует.',
          },
          ...(file ? [{ term: 'Файл', value: 'К тексту можно приложить один файл.' }] : []),
          { term: 'Кто читает', value: 'Эксперты. Что они увидят, показывает «Как увидит эксперт».' },
        ]}
      />
      {children}
    </aside>
  )
}

function volumeInWords(settings: TextSettings): string {
  const most = `не больше ${counted(settings.max_characters, 'символа', 'символов', 'символов')} с пробелами`
  const all = [volumeOf(settings), most].filter(Boolean).join(', ')
  return `${all[0]?.toUpperCase()}${all.slice(1)}.`
}
