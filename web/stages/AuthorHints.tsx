import { Notice } from '#web/platform/ui/Notice.tsx'

/** Words in a text that could identify its author. It can be handed in with them. */
export function AuthorHints({ hints }: { hints: readonly string[] }) {
  if (hints.length === 0) return null
  return (
    <Notice title={`По тексту можно узнать автора: ${hints.map((word) => `«${word}»`).join(', ')}`}>
      Эксперты читают работы без имён. Лучше убрать эти слова, но сдать можно и так.
    </Notice>
  )
}
