import { useEffect, useState } from 'react'
import { countCharacters, countWords } from '#shared/text/count-words.ts'
import { counted } from '#shared/time/plural.ts'
import styles from './TextArea.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface TextLimitsProps {
  text: string
  /** 0 for no limit, here and in `maxWords`. */
  minWords: number
  maxWords: number
  maxCharacters: number
}

/** A pause in typing after which the count is spoken. */
const spokenAfterMs = 1000

/** How long a text is in words and characters, counted as the server counts. Spoken only near and past a limit. */
export function TextLimits({ text, minWords, maxWords, maxCharacters }: TextLimitsProps) {
  const [words, characters] = [countWords(text), countCharacters(text)]
  const parts = [
    limitInWords({ count: words, min: minWords, max: maxWords, noun: ['слово', 'слова', 'слов'] }),
    limitInWords({ count: characters, min: 0, max: maxCharacters, noun: ['символ', 'символа', 'символов'] }),
  ]
  const spoken = parts.flatMap(({ near, said }) => (near ? [said] : [])).join('. ')
  const [announced, announce] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => announce(spoken), spokenAfterMs)
    return () => clearTimeout(pause)
  }, [spoken])
  return (
    <p className={styles.limits}>
      {parts.map(({ said, over, unit }) => (
        <span key={unit} data-over={over || undefined}>
          {said}
        </span>
      ))}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </p>
  )
}

interface Counted {
  count: number
  min: number
  max: number
  noun: readonly [one: string, few: string, many: string]
}

function limitInWords({ count, min, max, noun }: Counted) {
  const [one, few, many] = noun
  const over = max > 0 && count > max
  const near = max > 0 && count > max * 0.9
  const shown = counted(count, one, few, many).replace(/^\d+/, number)
  const rest = over
    ? `: сократите на ${number(count - max)}`
    : count < min
      ? `, нужно ещё ${number(min - count)}`
      : max > 0
        ? ` из ${number(max)}`
        : ''
  return { said: `${shown}${rest}`, over, near, unit: many }
}

const number = (value: number | string) => Number(value).toLocaleString('ru-RU')
