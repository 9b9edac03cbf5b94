import { quoted } from '#shared/platform/text/quoted.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface AuthorHintsProps {
  /** Words that could identify the author. */
  hints: readonly string[]
  /** Text that looks like personal data. */
  personal: readonly string[]
}

/** What should be removed from a text before the hand-in. It does not prevent the hand-in. */
export function AuthorHints({ hints, personal }: AuthorHintsProps) {
  return (
    <>
      {hints.length > 0 && (
        <Notice title={`По тексту можно узнать автора: ${hints.map(quoted).join(', ')}`}>
          Эксперты читают работы без имён. Лучше убрать эти слова, но сдать можно и так.
        </Notice>
      )}
      {personal.length > 0 && (
        <Notice title={`Похоже на чьи-то персональные данные: ${personal.map(quoted).join(', ')}`}>
          Не указывайте телефоны, почту и документы других людей без их согласия. Сдать можно и так.
        </Notice>
      )}
    </>
  )
}
