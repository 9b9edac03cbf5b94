import { Notice } from '#web/platform/ui/Notice.tsx'

/** Words of a text by which its author can be known. It may be handed in with them. */
export function AuthorHints({ hints }: { hints: readonly string[] }) {
  if (hints.length === 0) return null
  return (
    <Notice title={`По тексту можно узнать автора: ${hints.map((word) => `«${word}»`).join(', ')}`}>
      Эксперты читают работы без имён. Лучше убрать эти слова, но сдать можно и так.
    </Notice>
  )
}
