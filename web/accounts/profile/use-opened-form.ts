import { useEffect, useRef, useState } from 'react'

/** A form that replaces its button. When it closes, the button gets the focus back and a message says what was done. */
export function useOpenedForm() {
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  function show() {
    setSaid('')
    setOpen(true)
  }
  function close(words: string) {
    setOpen(false)
    setSaid(words)
  }
  return { open, said, opener, show, close, cancel: () => close('') }
}
