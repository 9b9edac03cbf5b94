import type { ReactNode } from 'react'
import type { EssaySettings } from '#shared/stages/essay/contract.ts'
import { counted } from '#shared/time/plural.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import styles from './Essay.module.css'

/** The requirements for the text, shown before the start and while writing. */
export function EssayConditions({ settings, children }: { settings: EssaySettings; children: ReactNode }) {
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
          { term: 'Кто читает', value: 'Эксперты. Имени автора они не видят.' },
        ]}
      />
      {children}
    </aside>
  )
}

function volumeInWords({ min_words: min, max_words: max, max_characters: characters }: EssaySettings): string {
  const most = `не больше ${counted(characters, 'символа', 'символов', 'символов')} с пробелами`
  if (min === 0 && max === 0) return `${most[0]?.toUpperCase()}${most.slice(1)}.`
  const bounds = [min > 0 && `от ${min}`, max > 0 && `до ${max}`].filter(Boolean).join(' ')
  const noun = counted(max || min, 'слова', 'слов', 'слов').replace(/^\d+ /, '')
  return `${bounds[0]?.toUpperCase()}${bounds.slice(1)} ${noun}, ${most}.`
}
