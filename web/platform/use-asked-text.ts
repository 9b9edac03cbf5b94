import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field that filters a list. What is typed shows at once and is asked for after a pause; what is asked for
 * elsewhere, by Back or by a link to another selection, takes its place.
 */
export function useAskedText(asked: string, onAsk: (text: string) => void, pauseMs = 0) {
  const [typed, setTyped] = useState(asked)
  /** What was asked for here and has not arrived yet; the last one is wanted. */
  const own = useRef([asked])
  const latest = useRef(onAsk)
  latest.current = onAsk
  useEffect(() => {
    if (own.current.includes(asked)) {
      if (asked === own.current.at(-1)) own.current = [asked]
      return
    }
    own.current = [asked]
    setTyped(asked)
  }, [asked])
  useEffect(() => {
    const text = typed.trim()
    if (text === own.current.at(-1)) return
    const wait = setTimeout(() => {
      own.current.push(text)
      latest.current(text)
    }, pauseMs)
    return () => clearTimeout(wait)
  }, [typed, pauseMs])
  return [typed, setTyped] as const
}
