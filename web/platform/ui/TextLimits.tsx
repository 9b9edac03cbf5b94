import { useEffect, useState } from 'react'
import { countCharacters, countWords } from '#shared/platform/text/count-words.ts'
import styles from './TextArea.module.css'
import { textLimit } from './text-limit.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface TextLimitsProps {
  text: string
  /** 0 for no limit, here and in `maxWords`. */
  minWords: number
  maxWords: number
  maxCharacters: number
}

const wordForms = ['слово', 'слова', 'слов'] as const
const characterForms = ['символ', 'символа', 'символов'] as const

/** A pause in typing after which a count is spoken. */
const spokenAfterMs = 1000

/** How long a text is in words and characters, counted as the server counts. Spoken only near a limit and past it. */
export function TextLimits({ text, minWords, maxWords, maxCharacters }: TextLimitsProps) {
  const words = textLimit({ count: countWords(text), min: minWords, max: maxWords, noun: wordForms })
  const characters = textLimit({ count: countCharacters(text), min: 0, max: maxCharacters, noun: characterForms })
  const spoken = [words, characters].flatMap((limit) => (limit.near ? [limit.words] : [])).join('. ')
  const [announced, announce] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => announce(spoken), spokenAfterMs)
    return () => clearTimeout(pause)
  }, [spoken])
  return (
    <p className={styles.limits}>
      <span data-over={words.over || undefined}>{words.words}</span>
      <span data-over={characters.over || undefined}>{characters.words}</span>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </p>
  )
}
